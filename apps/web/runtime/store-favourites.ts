/**
 * Mirrors the member's favourites into this browser and reads them back: after a reload the hearts show what the tab
 * last knew until the list comes over the stream (PROFILE-15).
 *
 * Invariants: nothing is stored for a guest; log-out empties it (stores/stored-items.ts); another member's copy is
 * never read back; what was read back is not stored again, since it is not the list.
 */
import { distinctUntilChanged, map } from "rxjs"
import { MAX_FAVOURITES_RECALLED } from "@foldcast/contracts/client-facts/limits"
import { memberOf } from "@foldcast/folds/account"
import { areFavouritesKnown, favouriteIds, recalledFavouriteIds } from "@foldcast/folds/favourites"
import type { SiteState } from "@foldcast/folds/site-state"
import type { SiteRuntime } from "./site-runtime.ts"
import {
  favouritesCookie,
  type FavouritesCopy,
  favouritesCopyStore,
  favouritesStore,
} from "./stores/favourites.ts"

/** Characters of the cookie's value: every request carries it. */
const MAX_COOKIE = 2_000

/** As many of the newest as fit. */
export const newestWithin = (
  ids: ReadonlyArray<string>,
  characters: number,
): ReadonlyArray<string> => {
  const newest: Array<string> = []
  let length = 0
  for (const id of ids) {
    length += id.length + 1
    if (length > characters) break
    newest.push(id)
  }
  return newest
}

/** Null: a guest, or a member whose list is not known. */
const known = (state: SiteState): FavouritesCopy | null => {
  const member = memberOf(state)
  const performerIds = favouriteIds(state)
  return member === null || performerIds === null
    ? null
    : { memberId: member.memberId, performerIds }
}

const keep = (copy: FavouritesCopy) => {
  favouritesCopyStore.write(copy)
  favouritesStore.write(copy.performerIds)
  favouritesCookie.write(newestWithin(copy.performerIds, MAX_COOKIE))
}

/** What was kept of this member; null: nothing. */
const recalled = (state: SiteState): ReadonlyArray<string> | null => {
  const member = memberOf(state)
  const copy = favouritesCopyStore.read().value
  return member === null || copy?.memberId !== member.memberId ? null : copy.performerIds
}

/** Neither the list nor anything recalled of it. */
const lacksAny = (state: SiteState): boolean =>
  !areFavouritesKnown(state) && recalledFavouriteIds(state) === null

export const storeFavourites = ({ state$, getState, dispatch }: SiteRuntime): void => {
  const recall = () => {
    const state = getState()
    const performerIds = lacksAny(state) ? recalled(state) : null
    if (performerIds === null) return
    dispatch({
      _tag: "FavouritesRecalled",
      performerIds: performerIds.slice(0, MAX_FAVOURITES_RECALLED),
    })
  }
  state$
    .pipe(
      map((state) => ({
        member: memberOf(state),
        ids: favouriteIds(state),
        lacks: lacksAny(state),
        copy: known(state),
      })),
      distinctUntilChanged(
        (a, b) =>
          a.member?.memberId === b.member?.memberId && a.ids === b.ids && a.lacks === b.lacks,
      ),
    )
    .subscribe(({ member, lacks, copy }) => {
      if (copy !== null) keep(copy)
      // After the state has been published to all subscribers.
      else if (member !== null && lacks) queueMicrotask(recall)
    })
}
