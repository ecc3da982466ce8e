/**
 * For how many days a browser keeps what a visitor chose, from the choice on. The page writes these cookies itself, so
 * that they hold at once, and has the gateway write them again: what script wrote, Safari drops after seven days.
 */
export const CHOICE_DAYS = { consent: 180, language: 365 } as const
