/**
 * The member's favourite performers: the upstream's last list; until it arrives, the list that the tab
 * remembers; and this tab's unanswered wishes, which show at once and are replaced by the answer.
 */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { INITIAL_STATE } from "./initial-state.ts"
import type { FavouritesState, FavouriteWish, SiteState } from "./site-state.ts"
import { type Slice, withChanges } from "./slice.ts"
import { withListed } from "./with-listed.ts"
import { withNewest } from "./with-newest.ts"

const MAX_WISHES = 50

const WANTED: Readonly<Record<string, boolean>> = { AddFavourite: true, RemoveFavourite: false }

const initial = () => INITIAL_STATE.favourites

const wishOf = ({ wishes }: FavouritesState, commandId: string | undefined) =>
  wishes.find((wish) => wish.commandId === commandId)

/** Without the wish of the command that ends here. */
const withoutWish = (favourites: FavouritesState, commandId: string | undefined) => {
  const wish = wishOf(favourites, commandId)
  return wish === undefined
    ? favourites
    : { ...favourites, wishes: favourites.wishes.filter((one) => one !== wish) }
}

type Change = Pick<FavouriteWish, "performerId" | "isFavourite">

const changed = (
  before: FavouritesState,
  change: Change,
  { cause, at }: OpenEnvelope,
): FavouritesState => {
  const favourites = withChanges(before, {
    performerIds: withListed(before.performerIds, change.performerId, change.isFavourite),
    recalledIds: withListed(before.recalledIds, change.performerId, change.isFavourite),
  })
  return wishOf(favourites, cause) === undefined
    ? favourites
    : { ...withoutWish(favourites, cause), lastChange: { ...change, at }, refusal: null }
}

export const favouritesSlice = {
  events: {
    StreamReset: initial,
    LoggedOut: initial,
    FavouritesListed: (favourites, { performerIds: listed }) => {
      // The upstream sends the list again after every attach, nearly always unchanged.
      const { performerIds: known } = favourites
      const isKnown = known?.length === listed.length && listed.every((id, i) => id === known[i])
      return withChanges(favourites, { performerIds: isKnown ? known : listed, recalledIds: null })
    },
    FavouriteAdded: (favourites, { performerId }, envelope) =>
      changed(favourites, { performerId, isFavourite: true }, envelope),
    FavouriteRemoved: (favourites, { performerId }, envelope) =>
      changed(favourites, { performerId, isFavourite: false }, envelope),
    FavouriteRefused: (favourites, { performerId, label }, { cause, at }) => ({
      ...withoutWish(favourites, cause),
      refusal: { performerId, label, at },
    }),
  },
  facts: {
    CommandSent: (favourites, { commandId, command, performerId }) => {
      const isFavourite = Object.hasOwn(WANTED, command) ? WANTED[command] : undefined
      if (isFavourite === undefined || performerId === undefined) return favourites
      const others = favourites.wishes.filter((wish) => wish.performerId !== performerId)
      const wishes = withNewest(others, { commandId, performerId, isFavourite }, MAX_WISHES)
      return { ...favourites, wishes, refusal: null }
    },
    CommandFailed: (favourites, { commandId, label }, { at }) => {
      const wish = wishOf(favourites, commandId)
      if (wish === undefined) return favourites
      const { performerId } = wish
      return { ...withoutWish(favourites, commandId), refusal: { performerId, label, at } }
    },
    FavouritesRecalled: (favourites, { performerIds: recalledIds }, _, { account }) => {
      // The upstream's list is always newer, and a guest has no favourites.
      const isWanted = account.identity._tag === "Member" && favourites.performerIds === null
      return isWanted ? { ...favourites, recalledIds } : favourites
    },
  },
} satisfies Slice<FavouritesState>

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
