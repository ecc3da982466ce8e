/** Facts of a member's favourite performers. Whom somebody likes is nobody else's: tokens in captures. */
import { Schema } from "effect"
import { PerformerId } from "../ids.ts"
import { token } from "../sensitivity.ts"
import { fact } from "./fact.ts"

export const FavouritesListed = fact(
  "FavouritesListed",
  { v: 1, scope: "member" },
  { performerIds: Schema.Array(token(PerformerId, (digest) => `p_${digest.slice(0, 22)}`)) },
)

export const favouriteFacts = [FavouritesListed] as const
