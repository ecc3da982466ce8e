/**
 * The member's favourites as ids, newest first: the copy in session storage is what a reload shows before
 * their list has come; `favourites` in local storage mirrors what the member API says, and the cookie of
 * that name keeps the newest (STORE-02, STORE-11). All of them go at log-out. Only the copy is
 * read again, so it says whose it is. Nothing of this site reads the mirror or the cookie: they hold ids
 * and nothing that proves who somebody is, the cookie can be read by script because script writes it, and
 * the gateway never takes its word for anything.
 */
import { textOf } from "../structure.ts"
import { ids, idsOf, joinedIds, jsonObject } from "./codecs.ts"
import { cookieStore } from "./cookie-store.ts"
import { localStore, sessionStore } from "./stored.ts"

export interface FavouritesCopy {
  readonly memberId: string
  readonly performerIds: ReadonlyArray<string>
}

export const favouritesCopyStore = sessionStore(
  { key: "favourites", purpose: "member" },
  jsonObject<FavouritesCopy>((value) => {
    const memberId = textOf(value["memberId"])
    const list = value["performerIds"]
    const performerIds = Array.isArray(list) ? idsOf(list) : null
    return memberId === null || performerIds === null ? null : { memberId, performerIds }
  }),
)
export const favouritesStore = localStore({ key: "favourites", purpose: "member" }, ids)
export const favouritesCookie = cookieStore(
  { key: "favourites", days: 365, purpose: "member" },
  joinedIds,
)
