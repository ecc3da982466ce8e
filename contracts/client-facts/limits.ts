/** How much a client fact may hold: known to whoever makes one, who has no schemas. */

/** Favourites that a tab recalls at most; the list itself follows. */
export const MAX_FAVOURITES_RECALLED = 200

/** Payments that a tab may wait for at once; the oldest goes first. */
export const MAX_OPEN_SESSIONS = 20
/** Characters of a bank's address that a tab carries; a longer one is not carried. */
export const MAX_PAYMENT_URL = 4_000

/** Performers whose statuses the gateway is asked to signal, at most. */
export const MAX_PERFORMERS_SHOWN = 100

/** The largest figure that is told of a moving picture. */
export const MAX_COUNTED = 1_000_000
/** Conversations in pop-ups at once (MSG-44). */
export const MAX_POP_UPS = 4
