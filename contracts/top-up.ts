/**
 * The credits of an exact top-up, without schemas, so that a page can name them without shipping a decoder. Less would
 * cost less than a bank takes: these are 251 cents at the base price.
 */
export const MIN_TOP_UP = 152
/** As many credits as the largest tip takes. */
export const MAX_TOP_UP = 100_000

/** The bundles that the wallet shows, with which a top-up is compared. Source: WALLET-12. */
export const SHOWN_BUNDLES = 5

/** How many credits are offered to who is short of so many. */
export const topUpCredits = (short: number): number => Math.max(short, MIN_TOP_UP)
