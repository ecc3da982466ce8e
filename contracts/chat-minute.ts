/** Credits charged for one minute of chat. Source: WALLET-03. */
export const CREDITS_PER_CHAT_MINUTE = 60
