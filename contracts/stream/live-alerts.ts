/**
 * Facts about whom a member wants to be told of when they are live. They are private, so ids are tokens in captures.
 */
import { Schema } from "effect"
import { performerStandIn } from "../client-facts/named-paths.ts"
import { Label, RecordedPerformerId } from "../ids.ts"
import { keep, token } from "../sensitivity.ts"
import { fact } from "./fact.ts"

const performerId = token(RecordedPerformerId, performerStandIn)

export const LiveAlertsListed = fact("LiveAlertsListed", "member", {
  performerIds: Schema.Array(performerId),
})
export const LiveAlertChanged = fact("LiveAlertChanged", "member", {
  performerId,
  isOn: keep(Schema.Boolean),
})
/** The change was refused, or its outcome is unknown. */
export const LiveAlertRefused = fact("LiveAlertRefused", "visit", {
  performerId,
  label: keep(Label),
})

export const liveAlertFacts = [LiveAlertsListed, LiveAlertChanged, LiveAlertRefused] as const
