/**
 * The envelope of a fact on the stream (docs/protocol.md, "Events"). The envelope is decoded first and separately:
 * an event with an unknown tag or a newer version is kept unchanged.
 */
import { Schema } from "effect"
import { CommandId, EventId } from "../ids.ts"
import { keep, token } from "../sensitivity.ts"
import { EpochMillis, Seq } from "../units.ts"
import { Event, type EventTag, FACT_TRAITS } from "./event.ts"
import { Scope } from "./fact.ts"
import { SourceName } from "./visit.ts"

export const EventSource = Schema.Struct({
  from: keep(SourceName),
  /** The upstream's own id of the frame, where it has one. */
  id: Schema.optionalKey(token(Schema.String, (digest) => digest)),
})

const head = {
  seq: keep(Seq.check(Schema.isGreaterThan(0))),
  id: keep(EventId),
  at: keep(EpochMillis),
  v: keep(Schema.Int.check(Schema.isGreaterThan(0))),
  scope: keep(Scope),
  src: EventSource,
  cause: Schema.optionalKey(keep(CommandId)),
} as const

export const Envelope = Schema.Struct({ ...head, event: Event }).annotate({
  identifier: "Envelope",
})
export type Envelope = typeof Envelope.Type

/** An envelope with any tagged event: what a reader accepts first. */
export const OpenEnvelope = Schema.Struct({
  ...head,
  event: Schema.StructWithRest(Schema.Struct({ _tag: Schema.String }), [
    Schema.Record(Schema.String, Schema.Unknown),
  ]),
}).annotate({ identifier: "OpenEnvelope" })
export type OpenEnvelope = typeof OpenEnvelope.Type

/** An event of a visit's log before it has a position. */
export type UnnumberedEnvelope = Omit<Envelope, "seq">

export type Readable = "known" | "older" | "unknown-tag" | "newer"

/** Whether this build can fold the event directly, after an upcast, or not at all. */
export const readability = (envelope: {
  readonly v: number
  readonly event: { readonly _tag: string }
}): Readable => {
  const traits = Object.hasOwn(FACT_TRAITS, envelope.event._tag)
    ? FACT_TRAITS[envelope.event._tag as EventTag]
    : undefined
  if (traits === undefined) return "unknown-tag"
  if (envelope.v > traits.v) return "newer"
  return envelope.v < traits.v ? "older" : "known"
}
