/** Credits charged for one minute of chat. Source: product spec, section 1. */
export const CREDITS_PER_CHAT_MINUTE = 60
