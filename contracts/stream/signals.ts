/**
 * What may come as a `signal`: no event, never stored, never folded; it only patches documents that were
 * read (law L1; docs/protocol.md, "Signals"). By topic.
 */
import { Schema } from "effect"
import { PerformerId } from "../ids.ts"
import { OnlineStatus } from "../queries/performers.ts"
import { EpochMillis } from "../units.ts"

/** Those of the performers this document shows whose status changed; at most one a second. */
export const PerformerStatusesSignal = Schema.Struct({
  /** Gateway time when it had heard of all of them: what was asked later is newer. */
  at: EpochMillis,
  statuses: Schema.Record(PerformerId, OnlineStatus),
}).annotate({ identifier: "PerformerStatuses" })
export type PerformerStatusesSignal = typeof PerformerStatusesSignal.Type

export const SIGNALS = { "performer-statuses": PerformerStatusesSignal } as const
export type SignalTopic = keyof typeof SIGNALS
