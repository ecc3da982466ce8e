/**
 * Decodes upstream data with the contracts' schemas. Data that does not decode is reported by its shape, never by
 * its values, and is dropped.
 *
 * Pure.
 */
import { Cause, Exit, Option, type Schema, SchemaIssue } from "effect"
import { compiledDecoder, type Decode } from "@foldcast/contracts/decoding/compiled-decoder"
import {
  CHAT_EVENTS,
  type ChatEventName,
  type ChatEventPayload,
  TIME_EVENTS,
} from "@foldcast/contracts/upstream/chat-socket"
import { MEMBER_EVENTS, type MemberEventName } from "@foldcast/contracts/upstream/member-socket"
import type {
  CallOutcome,
  ChatFrame,
  DecodedChatFrame,
  DecodedMemberFrame,
  TimeEventName,
  MemberFrame,
} from "./frame.ts"

export interface UnreadableFrame {
  readonly source: string
  readonly call: string
  /** The path of the first mismatch, `credits` or `bundles.0.cost`; empty for the whole. */
  readonly path: string
  /** Characters of its JSON text. */
  readonly size: number
  readonly shape: unknown
}

const MAX_SHAPE_DEPTH = 4
const MAX_SHAPE_MEMBERS = 20

/** Keys and types of a value, without its values. */
export const shapeOf = (value: unknown, depth = 0): unknown => {
  if (value === null) return "null"
  if (typeof value !== "object") return typeof value
  if (depth >= MAX_SHAPE_DEPTH) return Array.isArray(value) ? "array" : "object"
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0], depth + 1)]
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_SHAPE_MEMBERS)
      .map(([key, member]) => [key, shapeOf(member, depth + 1)]),
  )
}

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

const pathOf = (cause: Cause.Cause<SchemaIssue.Issue>): string => {
  const issue = Option.getOrUndefined(Cause.findErrorOption(cause))
  const first = issue === undefined ? undefined : formatIssues(issue).issues[0]
  return (first?.path ?? [])
    .map((step) => String(typeof step === "object" ? step.key : step))
    .join(".")
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

export type Read<A> =
  | { readonly _tag: "Read"; readonly value: A }
  | { readonly _tag: "Unreadable"; readonly report: UnreadableFrame }

const readWith = <A>(decode: Decode<A>, source: string, call: string, input: unknown): Read<A> => {
  const exit = decode(input)
  return Exit.isSuccess(exit)
    ? { _tag: "Read", value: exit.value }
    : {
        _tag: "Unreadable",
        report: {
          source,
          call,
          path: pathOf(exit.cause),
          size: sizeOf(input),
          shape: shapeOf(input),
        },
      }
}

const decodersOf = (
  schemas: Readonly<Record<string, Schema.Top>>,
): Readonly<Record<string, Decode<unknown>>> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      compiledDecoder(schema as Schema.Codec<unknown>),
    ]),
  )

const memberDecoders = decodersOf(MEMBER_EVENTS)
const chatDecoders = decodersOf(CHAT_EVENTS)
const timeDecoders = decodersOf(TIME_EVENTS)

const isMemberEvent = (name: string): name is MemberEventName => Object.hasOwn(MEMBER_EVENTS, name)
const isChatEvent = (name: string): name is ChatEventName => Object.hasOwn(CHAT_EVENTS, name)
const isTimeEvent = (name: string): name is TimeEventName => Object.hasOwn(TIME_EVENTS, name)

const unknownEvent = (source: string, call: string, payload: unknown): Read<never> => ({
  _tag: "Unreadable",
  report: { source, call, path: "", size: sizeOf(payload), shape: shapeOf(payload) },
})

/** Decodes a realtime event; one with an unknown name is unreadable as a whole. */
export const readMemberFrame = (frame: MemberFrame): Read<DecodedMemberFrame> => {
  const { source, call, payload } = frame
  const decode = isMemberEvent(call) ? memberDecoders[call] : undefined
  if (decode === undefined) return unknownEvent(source, call, payload)
  const read = readWith(decode, source, call, payload)
  return read._tag === "Read"
    ? { _tag: "Read", value: { source, call, payload: read.value } as DecodedMemberFrame }
    : read
}

/** The same for the chat socket; a `custom` event about time is decoded under its own name. */
export const readChatFrame = (frame: ChatFrame): Read<DecodedChatFrame> => {
  const { source, call, payload } = frame
  const decode = isChatEvent(call) ? chatDecoders[call] : undefined
  if (decode === undefined) return unknownEvent(source, call, payload)
  const read = readWith(decode, source, call, payload)
  if (read._tag === "Unreadable") return read
  if (call !== "custom") {
    return { _tag: "Read", value: { source, call, payload: read.value } as DecodedChatFrame }
  }
  const { session, name, data } = read.value as ChatEventPayload<"custom">
  const decodeTime = isTimeEvent(name) ? timeDecoders[name] : undefined
  if (decodeTime === undefined) {
    return { _tag: "Read", value: { source, call, payload: read.value } as DecodedChatFrame }
  }
  const time = readWith(decodeTime, source, name, data)
  return time._tag === "Read"
    ? {
        _tag: "Read",
        value: {
          source,
          call: name,
          payload: { ...(time.value as object), ...(session !== undefined && { session }) },
        } as DecodedChatFrame,
      }
    : time
}

/** Reading calls: an unreadable answer to one of them means that nothing happened. */
const isReading = (call: string) => call.startsWith("GET ")

/** Decodes the answers of one upstream. An unreadable answer becomes `Unavailable` or `Unknown`, with a report. */
export const answerReader = <Answers extends Readonly<Record<string, Schema.Top>>>(
  source: string,
  answers: Answers,
) => {
  const decoders = Object.fromEntries(
    Object.entries(answers).map(([call, schema]) => [
      call,
      compiledDecoder(schema as Schema.Codec<unknown>),
    ]),
  ) as { readonly [Call in keyof Answers]: Decode<Answers[Call]["Type"]> }
  return <Call extends keyof Answers & string>(
    call: Call,
    outcome: CallOutcome<unknown>,
  ): {
    readonly outcome: CallOutcome<Answers[Call]["Type"]>
    readonly report: UnreadableFrame | null
  } => {
    if (outcome._tag !== "Answered") return { outcome, report: null }
    const read = readWith(decoders[call], source, call, outcome.body)
    return read._tag === "Read"
      ? { outcome: { _tag: "Answered", body: read.value }, report: null }
      : { outcome: { _tag: isReading(call) ? "Unavailable" : "Unknown" }, report: read.report }
  }
}
