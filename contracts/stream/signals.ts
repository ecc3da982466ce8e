/**
 * The topics of `signal` frames. A signal is no event, is never stored or folded, and only updates data that the
 * document has read (law L1; docs/protocol.md, "Signals").
 */
import { Schema } from "effect"
import { PerformerId } from "../ids.ts"
import { OnlineStatus } from "../queries/performers.ts"
import { EpochMillis } from "../units.ts"

/** Changed statuses of the performers that this document shows; at most one signal a second. */
export const PerformerStatusesSignal = Schema.Struct({
  /** Gateway time after all statuses had arrived: data that was requested later is newer. */
  at: EpochMillis,
  statuses: Schema.Record(PerformerId, OnlineStatus),
}).annotate({ identifier: "PerformerStatuses" })
export type PerformerStatusesSignal = typeof PerformerStatusesSignal.Type

export const SIGNALS = { "performer-statuses": PerformerStatusesSignal } as const
export type SignalTopic = keyof typeof SIGNALS
