/** How much a client fact may hold: known to whoever makes one, who has no schemas. */

/** Favourites that a tab recalls at most; the list itself follows. */
export const MAX_FAVOURITES_RECALLED = 200
