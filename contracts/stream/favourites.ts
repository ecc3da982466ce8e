/** Facts of a member's favourite performers. Whom somebody likes is nobody else's: tokens in captures. */
import { Schema } from "effect"
import { Label, RecordedPerformerId } from "../ids.ts"
import { performerStandIn } from "../client-facts/named-paths.ts"
import { keep, token } from "../sensitivity.ts"
import { fact } from "./fact.ts"

const performerId = token(RecordedPerformerId, performerStandIn)

export const FavouritesListed = fact("FavouritesListed", "member", {
  performerIds: Schema.Array(performerId),
})
/** One more, the newest; told again it changes nothing. */
export const FavouriteAdded = fact("FavouriteAdded", "member", { performerId })
export const FavouriteRemoved = fact("FavouriteRemoved", "member", { performerId })
/** What was asked did not happen, or nobody knows whether it did. */
export const FavouriteRefused = fact("FavouriteRefused", "visit", {
  performerId,
  label: keep(Label),
})

export const favouriteFacts = [
  FavouritesListed,
  FavouriteAdded,
  FavouriteRemoved,
  FavouriteRefused,
] as const
