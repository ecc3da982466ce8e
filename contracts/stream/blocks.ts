/** Facts about whom a member has blocked. They are private, so ids are tokens in captures. */
import { Schema } from "effect"
import { performerStandIn } from "../client-facts/named-paths.ts"
import { Label, RecordedPerformerId } from "../ids.ts"
import { keep, token } from "../sensitivity.ts"
import { fact } from "./fact.ts"

const performerId = token(RecordedPerformerId, performerStandIn)

export const BlocksListed = fact("BlocksListed", "member", {
  performerIds: Schema.Array(performerId),
})
export const PerformerBlocked = fact("PerformerBlocked", "member", { performerId })
export const PerformerUnblocked = fact("PerformerUnblocked", "member", { performerId })
/** The change was refused, or its outcome is unknown. */
export const BlockRefused = fact("BlockRefused", "visit", { performerId, label: keep(Label) })

export const blockFacts = [
  BlocksListed,
  PerformerBlocked,
  PerformerUnblocked,
  BlockRefused,
] as const
