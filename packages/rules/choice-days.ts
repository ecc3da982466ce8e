/**
 * For how many days a browser keeps a visitor's choice. The page writes these cookies itself, so that they
 * apply at once. Then the gateway writes them again, because Safari drops a cookie written by script after
 * seven days.
 */
export const CHOICE_DAYS = { consent: 180, language: 365 } as const
