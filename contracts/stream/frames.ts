/**
 * The messages between gateway and browser, in both directions (stream-protocol, "Stream"). One JSON
 * object per WebSocket message; with SSE the same object as `data:`.
 */
import { Schema } from "effect"
import { ClientFact } from "../client-facts/client-fact.ts"
import { Epoch, VisitId } from "../ids.ts"
import { EpochMillis, Seq } from "../units.ts"
import { OpenEnvelope } from "./envelope.ts"
import { ResetReason } from "./visit.ts"

export const SUBPROTOCOL = "foldcast.v1"
/** Milliseconds between pings. Source: stream-protocol. */
export const HEARTBEAT_MS = 25_000
/** Milliseconds within which a pong is due. Source: stream-protocol. */
export const PONG_WITHIN_MS = 8_000
/** Bytes queued to one connection before it is told `bye` 4008. */
export const MAX_QUEUED_BYTES = 1_048_576
/** Bytes of one message from the browser. Source: security checklist, 10. */
export const MAX_CLIENT_MESSAGE_BYTES = 16_384

const frame = <const K extends string, const Fields extends Schema.Struct.Fields>(
  k: K,
  fields: Fields,
) => Schema.Struct({ k: Schema.Literal(k), ...fields }).annotate({ identifier: `Frame.${k}` })

export const Hello = frame("hello", {
  visit: VisitId,
  epoch: Epoch,
  seq: Seq,
  n: Schema.Natural,
  now: EpochMillis,
  heartbeatMs: Schema.Natural,
  protocol: Schema.Struct({ min: Schema.Natural, max: Schema.Natural }),
  schemaHash: Schema.String,
})
export const Resumed = frame("resumed", { from: Seq, to: Seq })
export const Reset = frame("reset", {
  reason: ResetReason,
  /** The visit that could not be resumed, as the browser named it. */
  was: Schema.String,
})
export const Events = frame("events", { events: Schema.Array(OpenEnvelope) })
export const Replayed = frame("replayed", { seq: Seq })
export const Ping = frame("ping", { seq: Seq, n: Schema.Natural })
export const Stored = frame("stored", { n: Schema.Natural })
export const Signal = frame("signal", { topic: Schema.String, data: Schema.Unknown })
export const Bye = frame("bye", {
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

/** A client fact as it travels: `after` is the last seq applied when it happened. */
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
  facts: Schema.Array(NumberedClientFact).check(Schema.isMaxLength(100)),
})
export const BrowserFrame = Schema.Union([Pong, Facts]).pipe(Schema.toTaggedUnion("k"))
export type BrowserFrame = typeof BrowserFrame.Type

/** Why a stream ends. 4000–4499 and 1012: reconnect; 4500–4999: stop. */
export const CLOSE = {
  serviceRestart: 1012,
  tooSlow: 4008,
  positionMismatch: 4010,
  sessionEnded: 4401,
  protocolNotSupported: 4501,
  frameInvalid: 4503,
  superseded: 4509,
} as const
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE]
