/**
 * The messages between gateway and browser, in both directions (docs/protocol.md, "Frames"). One JSON
 * object per WebSocket message; with SSE the same object as `data:`.
 */
import { Schema } from "effect"
import { ClientFact } from "../client-facts/client-fact.ts"
import { Epoch, VisitId } from "../ids.ts"
import { EpochMillis, Seq } from "../units.ts"
import { OpenEnvelope } from "./envelope.ts"
import { MAX_FACTS_PER_FRAME } from "./transport.ts"
import { ResetReason } from "./visit.ts"

export * from "./transport.ts"

const frame = <const K extends string, const Fields extends Schema.Struct.Fields>(
  k: K,
  fields: Fields,
) => Schema.Struct({ k: Schema.Literal(k), ...fields }).annotate({ identifier: `Frame.${k}` })

const Hello = frame("hello", {
  visit: VisitId,
  epoch: Epoch,
  seq: Seq,
  n: Schema.Natural,
  now: EpochMillis,
  heartbeatMs: Schema.Natural,
  protocol: Schema.Struct({ min: Schema.Natural, max: Schema.Natural }),
  schemaHash: Schema.String,
})
const Resumed = frame("resumed", { from: Seq, to: Seq })
const Reset = frame("reset", {
  reason: ResetReason,
  /** The visit that could not be resumed, as the browser named it. */
  was: Schema.String,
})
const Events = frame("events", { events: Schema.Array(OpenEnvelope) })
const Replayed = frame("replayed", { seq: Seq })
const Ping = frame("ping", { seq: Seq, n: Schema.Natural })
const Stored = frame("stored", { n: Schema.Natural })
const Signal = frame("signal", { topic: Schema.String, data: Schema.Unknown })
const Bye = frame("bye", {
  code: Schema.Int,
  reason: Schema.String,
  retryAfterMs: Schema.optionalKey(Schema.Natural),
})

export const GatewayFrame = Schema.Union([
  Hello,
  Resumed,
  Reset,
  Events,
  Replayed,
  Ping,
  Stored,
  Signal,
  Bye,
]).pipe(Schema.toTaggedUnion("k"))
export type GatewayFrame = typeof GatewayFrame.Type

/** A client fact as it travels: `after` is the last seq received when it happened. */
export const NumberedClientFact = Schema.Struct({
  n: Schema.Natural.check(Schema.isGreaterThan(0)),
  after: Seq,
  at: EpochMillis,
  fact: ClientFact,
}).annotate({ identifier: "NumberedClientFact" })
export type NumberedClientFact = typeof NumberedClientFact.Type

export const Pong = frame("pong", { seq: Seq })
export const Facts = frame("facts", {
  visit: VisitId,
  epoch: Epoch,
  facts: Schema.Array(NumberedClientFact).check(Schema.isMaxLength(MAX_FACTS_PER_FRAME)),
})
export const BrowserFrame = Schema.Union([Pong, Facts]).pipe(Schema.toTaggedUnion("k"))
export type BrowserFrame = typeof BrowserFrame.Type
