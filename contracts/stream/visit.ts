/** Facts about the visit itself and about interruptions of upstreams (law L7). */
import { Schema } from "effect"
import { keep, token } from "../sensitivity.ts"
import { Device, Locale } from "../units.ts"
import { fact } from "./fact.ts"

/** Tracking parameters, each already validated (ROUTE-45, ROUTE-46). */
export const Tracking = Schema.Struct({
  p: Schema.optionalKey(keep(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9]{1,64}$/u)))),
  pi: Schema.optionalKey(keep(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9-]{1,64}$/u)))),
  click_id: Schema.optionalKey(
    token(Schema.String.check(Schema.isBetweenLength(1, 255)), (digest) => digest),
  ),
  offer_id: Schema.optionalKey(keep(Schema.String.check(Schema.isBetweenLength(1, 255)))),
  splash6: Schema.optionalKey(keep(Schema.Literal("true"))),
})
export type Tracking = typeof Tracking.Type

/** The upstream services whose interruptions become facts. */
export const SourceName = Schema.Literals([
  "chat-socket",
  "member-socket",
  "member-api",
  "performer-service",
  "messenger-api",
  "promotions",
  "partner",
  "geo",
  "gateway",
])
export type SourceName = typeof SourceName.Type

export const VisitStarted = fact("VisitStarted", "visit", {
  locale: keep(Locale),
  brand: keep(Schema.String),
  device: keep(Device),
  noNude: keep(Schema.Boolean),
  tracking: Tracking,
})

export const ResetReason = Schema.Literals(["epoch", "evicted", "future", "unknown", "ended"])
export type ResetReason = typeof ResetReason.Type

export const StreamReset = fact("StreamReset", "visit", { reason: keep(ResetReason) })

export const SourceInterrupted = fact("SourceInterrupted", "visit", { source: keep(SourceName) })
export const SourceRestored = fact("SourceRestored", "visit", { source: keep(SourceName) })

export const visitFacts = [VisitStarted, StreamReset, SourceInterrupted, SourceRestored] as const

/** The placeholder for every dropped free text, so that redacted logs look the same everywhere. */
export const DROPPED_TEXT = "[dropped]"
