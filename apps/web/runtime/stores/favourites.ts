/**
 * The member's favourites as ids: `favourites` in local storage mirrors what the member API says, the
 * cookie of the same name keeps the ids for 365 days (decisions, 119 and 168). Both go at log-out.
 */
import { ids, joinedIds } from "./codecs.ts"
import { cookieStore } from "./cookie-store.ts"
import { localStore } from "./stored.ts"

export const favouritesStore = localStore("favourites", ids)
export const favouritesCookie = cookieStore("favourites", 365, joinedIds)
