/** UTF-16 units of one text that a command carries as it was typed. A form says so before the gateway refuses it whole. */
export const MAX_TYPED = 1_000
