/** Facts about a member's favourite performers. They are private, so ids are tokens in captures. */
import { Schema } from "effect"
import { Label, RecordedPerformerId } from "../ids.ts"
import { performerStandIn } from "../client-facts/named-paths.ts"
import { keep, token } from "../sensitivity.ts"
import { fact } from "./fact.ts"

const performerId = token(RecordedPerformerId, performerStandIn)

export const FavouritesListed = fact("FavouritesListed", "member", {
  performerIds: Schema.Array(performerId),
})
/** Adds a favourite as the newest; idempotent. */
export const FavouriteAdded = fact("FavouriteAdded", "member", { performerId })
export const FavouriteRemoved = fact("FavouriteRemoved", "member", { performerId })
/** The change was refused, or its outcome is unknown. */
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
