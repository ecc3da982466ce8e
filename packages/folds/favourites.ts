/**
 * The member's favourite performers: the upstream's last list; until it arrives, the list that the tab
 * remembers; and this tab's unanswered wishes, which show at once and are replaced by the answer.
 */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { Batch } from "./batch.ts"
import { INITIAL_STATE } from "./initial-state.ts"
import type { FavouriteWish, SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"

const MAX_WISHES = 50

const WANTED: Readonly<Record<string, boolean>> = { AddFavourite: true, RemoveFavourite: false }

const reset = (batch: Batch) => batch.reset("favourites")

/** Removes and returns the wish of the command that ends here. */
const grantedWish = (batch: Batch, commandId: string | undefined): FavouriteWish | null => {
  if (commandId === undefined) return null
  const { wishes } = batch.state.favourites
  const wish = wishes.find((one) => one.commandId === commandId)
  if (wish === undefined) return null
  const left = wishes.filter((one) => one !== wish)
  batch.favourites().wishes = left.length === 0 ? INITIAL_STATE.favourites.wishes : left
  return wish
}

const changed = (
  batch: Batch,
  { performerId, isFavourite }: Pick<FavouriteWish, "performerId" | "isFavourite">,
  { cause, at }: OpenEnvelope,
) => {
  const change = (ids: ReadonlyArray<string> | null) => {
    // A change before the first list must not look like the whole list.
    if (ids === null) return ids
    const index = ids.indexOf(performerId)
    if ((index !== -1) === isFavourite) return ids
    const list = batch.list(ids)
    if (isFavourite) list.unshift(performerId)
    else list.splice(index, 1)
    return list
  }
  const { performerIds, recalledIds } = batch.state.favourites
  const [ids, recalled] = [change(performerIds), change(recalledIds)]
  if (ids !== performerIds) batch.favourites().performerIds = ids
  if (recalled !== recalledIds) batch.favourites().recalledIds = recalled
  if (grantedWish(batch, cause) === null) return
  const favourites = batch.favourites()
  favourites.lastChange = { performerId, isFavourite, at }
  favourites.refusal = null
}

export const favouritesSlice = {
  events: {
    StreamReset: reset,
    LoggedOut: reset,
    FavouritesListed: (batch, { performerIds }) => {
      // The upstream sends the list again after every attach, nearly always unchanged.
      const { performerIds: known, recalledIds } = batch.state.favourites
      if (recalledIds !== null) batch.favourites().recalledIds = null
      const isKnown =
        known?.length === performerIds.length && performerIds.every((id, i) => id === known[i])
      if (!isKnown) batch.favourites().performerIds = performerIds
    },
    FavouriteAdded: (batch, { performerId }, envelope) => {
      changed(batch, { performerId, isFavourite: true }, envelope)
    },
    FavouriteRemoved: (batch, { performerId }, envelope) => {
      changed(batch, { performerId, isFavourite: false }, envelope)
    },
    FavouriteRefused: (batch, { performerId, label }, { cause, at }) => {
      grantedWish(batch, cause)
      batch.favourites().refusal = { performerId, label, at }
    },
  },
  facts: {
    CommandSent: (batch, { commandId, command, performerId }) => {
      const isFavourite = Object.hasOwn(WANTED, command) ? WANTED[command] : undefined
      if (isFavourite === undefined || performerId === undefined) return
      const favourites = batch.favourites()
      const others = favourites.wishes.filter((wish) => wish.performerId !== performerId)
      favourites.wishes = [...others, { commandId, performerId, isFavourite }].slice(-MAX_WISHES)
      favourites.refusal = null
    },
    CommandFailed: (batch, { commandId, label }, { at }) => {
      const wish = grantedWish(batch, commandId)
      if (wish === null) return
      batch.favourites().refusal = { performerId: wish.performerId, label, at }
    },
    FavouritesRecalled: (batch, { performerIds }) => {
      // The upstream's list is always newer, and a guest has no favourites.
      const isWanted = batch.state.account.identity._tag === "Member"
      if (!isWanted || batch.state.favourites.performerIds !== null) return
      batch.favourites().recalledIds = performerIds
    },
  },
} satisfies Slice

/** Null while unknown; the remembered list does not count. */
export const favouriteIds = ({ favourites }: SiteState): ReadonlyArray<string> | null =>
  favourites.performerIds

export const areFavouritesKnown = ({ favourites }: SiteState): boolean =>
  favourites.performerIds !== null

/**
 * The list that the tab remembers until the member's list arrives; null when there is none, or the list has
 * arrived.
 */
export const recalledFavouriteIds = ({ favourites }: SiteState): ReadonlyArray<string> | null =>
  favourites.recalledIds

/** The member's list or, until it arrives, the remembered one. */
const heldIds = ({ favourites }: SiteState) => favourites.performerIds ?? favourites.recalledIds

/** A wish counts only while its command is pending. */
const wishesOf = ({ favourites, pending }: SiteState) =>
  favourites.wishes.filter(({ commandId }) => Object.hasOwn(pending.commands, commandId))

/**
 * All performers whose heart shows as kept. A wish outranks the list, and the list outranks the remembered one.
 * A list of cards calls this once.
 */
export const keptIds = (state: SiteState): ReadonlySet<string> => {
  const kept = new Set(heldIds(state))
  for (const { performerId, isFavourite: isWanted } of wishesOf(state)) {
    if (isWanted) kept.add(performerId)
    else kept.delete(performerId)
  }
  return kept
}

/** Newest first, with this tab's wishes included; null while there is nothing to show. */
export const shownFavouriteIds = (state: SiteState): ReadonlyArray<string> | null => {
  const ids = heldIds(state)
  if (ids === null) return null
  const asked = state.favourites.wishes.map(({ performerId }) => performerId).toReversed()
  const added = asked.filter((id) => !ids.includes(id))
  const kept = keptIds(state)
  return [...added, ...ids].filter((id) => kept.has(id))
}

/** The last successful change that this tab requested; null before the first. `at` is gateway time. */
export const lastFavouriteChange = ({ favourites }: SiteState) => favourites.lastChange

/** The upstream's last refusal, until the next request. */
export const favouriteRefusal = ({ favourites }: SiteState) => favourites.refusal
