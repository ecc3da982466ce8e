/**
 * A line of a capture, parsed: known events and client facts are decoded, older ones upcast to the present version,
 * the rest is kept as it came and counted (law L6). Reading changes no file.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { Exit, Schema, SchemaIssue } from "effect"
import {
  CapturedAnswer,
  CapturedClientFact,
  CapturedConnection,
  CapturedEvent,
  type AnyCaptureFooter,
  type AnyCaptureHeader,
} from "@foldcast/contracts/capture/capture"
import { compiledDecoder } from "@foldcast/contracts/decoding/compiled-decoder"
import { ClientFact, CLIENT_FACT_TAGS } from "@foldcast/contracts/client-facts/client-fact"
import type { SliceDigests } from "@foldcast/contracts/capture/slice-digests"
import { Envelope, type OpenEnvelope, readability } from "@foldcast/contracts/stream/envelope"
import { Event, type EventTag, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { upcast, UPCASTERS } from "@foldcast/contracts/stream/upcasters"
import type { CaptureSignature } from "./signature.ts"

/** What was recorded of the state after it; undefined of version 1. */
interface Recorded {
  readonly slices?: SliceDigests | undefined
}

export type ParsedLine =
  | { readonly kind: "header"; readonly header: AnyCaptureHeader }
  | ({ readonly kind: "event"; readonly t: number; readonly envelope: Envelope } & Recorded)
  | ({
      readonly kind: "unread-event"
      readonly t: number
      readonly envelope: OpenEnvelope
    } & Recorded)
  /** A known tag whose members are not what its schema says: shown and counted, not folded. */
  | {
      readonly kind: "malformed"
      readonly t: number
      readonly tag: string
      readonly seq: number | null
      readonly why: string
    }
  | ({ readonly kind: "fact"; readonly t: number; readonly fact: NumberedClientFact } & Recorded)
  | { readonly kind: "unread-fact"; readonly t: number; readonly tag: string }
  | { readonly kind: "answer"; readonly t: number; readonly answer: typeof CapturedAnswer.Type }
  | {
      readonly kind: "connection"
      readonly t: number
      readonly connection: typeof CapturedConnection.Type
    }
  | {
      readonly kind: "footer"
      readonly footer: AnyCaptureFooter
      readonly signature: CaptureSignature
    }

/** Of an event, read or not; null of all else. */
export const positionOf = (captured: ParsedLine): number | null => {
  if (captured.kind === "event" || captured.kind === "unread-event") return captured.envelope.seq
  return captured.kind === "malformed" ? captured.seq : null
}

/** The line is not what its schema says; `why` names the member. */
export interface Undecodable {
  readonly kind: "undecodable"
  readonly why: string
}

const { i, t, h, slices } = CapturedEvent.fields
const KnownEvent = Schema.Struct({
  i,
  t,
  h,
  slices,
  dir: CapturedEvent.fields.dir,
  ...Envelope.fields,
})
const KnownFact = Schema.Struct({ ...CapturedClientFact.fields, fact: ClientFact })

const decodeKnownEvent = compiledDecoder(KnownEvent)
const decodeOpenEvent = compiledDecoder(CapturedEvent)
const decodeEvent = compiledDecoder(Event)
const decodeKnownFact = compiledDecoder(KnownFact)
const decodeOpenFact = compiledDecoder(CapturedClientFact)
const decodeAnswer = compiledDecoder(CapturedAnswer)
const decodeConnection = compiledDecoder(CapturedConnection)

const sentenceOf = SchemaIssue.makeFormatterDefault()

/** What is wrong, on one line and without the values found. */
export const undecodable = (exit: Exit.Exit<unknown, SchemaIssue.Issue>): Undecodable => {
  const error = Exit.isFailure(exit)
    ? exit.cause.reasons.find((reason) => reason._tag === "Fail")
    : undefined
  if (error === undefined) return { kind: "undecodable", why: "it does not decode" }
  const lines = sentenceOf(error.error).split("\n")
  return { kind: "undecodable", why: lines.map((line) => line.trim()).join(" ") }
}

const isPresent = (envelope: { readonly v: number; readonly event: { readonly _tag: EventTag } }) =>
  FACT_TRAITS[envelope.event._tag].v === envelope.v

const openEvent = (value: unknown): ParsedLine | Undecodable => {
  const open = decodeOpenEvent(value)
  if (Exit.isFailure(open)) return undecodable(open)
  const { i: _i, h: _h, dir: _dir, t, slices, ...envelope } = open.value
  const readable = readability(envelope)
  if (readable === "newer" || readable === "unknown-tag")
    return { kind: "unread-event", t, envelope, slices }
  const { v } = FACT_TRAITS[envelope.event._tag as EventTag]
  const event = upcast(UPCASTERS, envelope.event, envelope.v, v)
  const decoded = decodeEvent(event)
  if (Exit.isFailure(decoded)) {
    const { seq } = envelope
    return { kind: "malformed", t, tag: envelope.event._tag, seq, why: undecodable(decoded).why }
  }
  return { kind: "event", t, envelope: { ...envelope, v, event: decoded.value }, slices }
}

const readEvent = (value: unknown): ParsedLine | Undecodable => {
  const known = decodeKnownEvent(value)
  return Exit.isSuccess(known) && isPresent(known.value)
    ? { kind: "event", t: known.value.t, envelope: known.value, slices: known.value.slices }
    : openEvent(value)
}

const FACT_TAGS: ReadonlySet<string> = new Set(CLIENT_FACT_TAGS)

const readFact = (value: unknown): ParsedLine | Undecodable => {
  const known = decodeKnownFact(value)
  if (Exit.isSuccess(known))
    return { kind: "fact", t: known.value.t, fact: known.value, slices: known.value.slices }
  const open = decodeOpenFact(value)
  if (Exit.isFailure(open)) return undecodable(open)
  const tag = open.value.fact._tag
  return FACT_TAGS.has(tag) ? undecodable(known) : { kind: "unread-fact", t: open.value.t, tag }
}

/** One line between header and footer, by its `dir`. */
export const parseLine = (value: { readonly dir?: unknown }): ParsedLine | Undecodable => {
  switch (value.dir) {
    case "in":
      return readEvent(value)
    case "ui":
      return readFact(value)
    case "answer": {
      const answer = decodeAnswer(value)
      return Exit.isSuccess(answer)
        ? { kind: "answer", t: answer.value.t, answer: answer.value }
        : undecodable(answer)
    }
    case "conn": {
      const connection = decodeConnection(value)
      return Exit.isSuccess(connection)
        ? { kind: "connection", t: connection.value.t, connection: connection.value }
        : undecodable(connection)
    }
    default:
      return { kind: "undecodable", why: "its dir is none of in, ui, answer, conn" }
  }
}
