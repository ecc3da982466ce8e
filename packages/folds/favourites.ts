/**
 * The member's favourite performers: what the upstream last said; before that, apart from it, what the tab
 * recalls; and what this tab asked and has no answer to yet, which shows at once and gives way to the
 * answer.
 */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { Batch } from "./batch.ts"
import { INITIAL_STATE } from "./initial-state.ts"
import type { FavouriteWish, SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"

const MAX_WISHES = 50

const WANTED: Readonly<Record<string, boolean>> = { AddFavourite: true, RemoveFavourite: false }

const reset = (batch: Batch) => batch.reset("favourites")

/** The wish of a command that ends here; gone from the list. */
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
    // Before the list has come it is not known, and one of it is not the list.
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
      // Listed again after every attach, nearly always the same.
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
      // What the upstream says is never older; and a guest has none.
      const isWanted = batch.state.account.identity._tag === "Member"
      if (!isWanted || batch.state.favourites.performerIds !== null) return
      batch.favourites().recalledIds = performerIds
    },
  },
} satisfies Slice

/** Null while unknown: what the tab recalls is not known. */
export const favouriteIds = ({ favourites }: SiteState): ReadonlyArray<string> | null =>
  favourites.performerIds

/** Whether the member's list has come. */
export const areFavouritesKnown = ({ favourites }: SiteState): boolean =>
  favourites.performerIds !== null

/** What the tab recalls while the list has not come; null: nothing, or the list is here. */
export const recalledFavouriteIds = ({ favourites }: SiteState): ReadonlyArray<string> | null =>
  favourites.recalledIds

/** The list, before it has come what is recalled of it. */
const heldIds = ({ favourites }: SiteState) => favourites.performerIds ?? favourites.recalledIds

/** A wish whose command has ended without a word of it is none. */
const wishesOf = ({ favourites, pending }: SiteState) =>
  favourites.wishes.filter(({ commandId }) => Object.hasOwn(pending.commands, commandId))

/**
 * Everybody whose heart shows as kept: by what was just asked, else what is known, else what is recalled. A
 * whole list of cards asks once.
 */
export const keptIds = (state: SiteState): ReadonlySet<string> => {
  const kept = new Set(heldIds(state))
  for (const { performerId, isFavourite: isWanted } of wishesOf(state)) {
    if (isWanted) kept.add(performerId)
    else kept.delete(performerId)
  }
  return kept
}

/** Newest first, with what was just asked; null while there is nothing to show. */
export const shownFavouriteIds = (state: SiteState): ReadonlyArray<string> | null => {
  const ids = heldIds(state)
  if (ids === null) return null
  const asked = state.favourites.wishes.map(({ performerId }) => performerId).toReversed()
  const added = asked.filter((id) => !ids.includes(id))
  const kept = keptIds(state)
  return [...added, ...ids].filter((id) => kept.has(id))
}

/** The last change this tab asked for and got; null before one. `at` is gateway time. */
export const lastFavouriteChange = ({ favourites }: SiteState) => favourites.lastChange

/** What the upstream would not do, until something else is asked. */
export const favouriteRefusal = ({ favourites }: SiteState) => favourites.refusal
