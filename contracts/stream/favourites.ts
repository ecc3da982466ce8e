/** Facts of a member's favourite performers. Whom somebody likes is nobody else's: tokens in captures. */
import { Schema } from "effect"
import { Label, RecordedPerformerId } from "../ids.ts"
import { keep, token } from "../sensitivity.ts"
import { fact } from "./fact.ts"

const performerId = token(RecordedPerformerId, (digest) => `p_${digest.slice(0, 22)}`)

export const FavouritesListed = fact(
  "FavouritesListed",
  { v: 1, scope: "member" },
  { performerIds: Schema.Array(performerId) },
)
/** One more, the newest; told again it changes nothing. */
export const FavouriteAdded = fact("FavouriteAdded", { v: 1, scope: "member" }, { performerId })
export const FavouriteRemoved = fact("FavouriteRemoved", { v: 1, scope: "member" }, { performerId })
/** What was asked did not happen, or nobody knows whether it did. */
export const FavouriteRefused = fact(
  "FavouriteRefused",
  { v: 1, scope: "visit" },
  { performerId, label: keep(Label) },
)

export const favouriteFacts = [
  FavouritesListed,
  FavouriteAdded,
  FavouriteRemoved,
  FavouriteRefused,
] as const
