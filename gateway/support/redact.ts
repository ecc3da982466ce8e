/**
 * What of an event or a client fact stands in a capture (law L8). The schema's annotations decide, field
 * by field; what nobody annotated is dropped. A redacted event still decodes and still folds. Pure: the
 * digest, keyed per capture, is an argument.
 *
 * An event this build cannot read (unknown tag, newer version, or not what its schema says) keeps its tag
 * and its structure, never a value.
 */
import { Exit, Schema, type SchemaAST } from "effect"
import { CapturedAnswer } from "@foldcast/contracts/capture/capture"
import { canonicalJson } from "@foldcast/contracts/capture/canonical-json"
import {
  ClientFact,
  CLIENT_FACT_TAGS,
  type ClientFactTag,
} from "@foldcast/contracts/client-facts/client-fact"
import { keyNames } from "@foldcast/contracts/client-facts/named-paths"
import { sensitivityOf } from "@foldcast/contracts/sensitivity"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { Envelope, type OpenEnvelope, readability } from "@foldcast/contracts/stream/envelope"
import {
  Event,
  EVENT_TAGS,
  type EventTag,
  FACT_TRAITS,
  FACT_SCHEMAS,
} from "@foldcast/contracts/stream/event"
import { upcast, UPCASTERS } from "@foldcast/contracts/stream/upcasters"
import { DROPPED_TEXT } from "@foldcast/contracts/stream/visit"

/** Stands in the header of every capture: what the annotations were applied by. */
export const REDACTION = { policy: "sensitivity-annotations", v: 1 } as const

/** 64 hexadecimal digits, keyed: equal texts of one capture have equal digests. */
export type KeyedDigest = (text: string) => string

type Redactor = (value: unknown, digest: KeyedDigest) => unknown

/** The structure of a value without its values. */
export const structureOf = (value: unknown): unknown => {
  if (typeof value === "string") return DROPPED_TEXT
  if (typeof value === "number") return 0
  if (typeof value === "boolean") return false
  if (Array.isArray(value)) return value.map(structureOf)
  if (value === null || typeof value !== "object") return null
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, structureOf(member)]),
  )
}

const asIs: Redactor = (value) => value
const structureOnly: Redactor = (value) => structureOf(value)

const members = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object" ? (value as Readonly<Record<string, unknown>>) : {}

const ofObject = (ast: SchemaAST.Objects): Redactor => {
  const named = ast.propertySignatures.map(
    ({ name, type }) => [String(name), redactorOf(type)] as const,
  )
  const [rest] = ast.indexSignatures
  const ofRest = rest === undefined ? undefined : redactorOf(rest.type)
  return (value, digest) => {
    const given = members(value)
    const redacted: Record<string, unknown> = {}
    if (ofRest !== undefined)
      for (const key of Object.keys(given)) redacted[key] = ofRest(given[key], digest)
    for (const [name, redact] of named)
      if (Object.hasOwn(given, name)) redacted[name] = redact(given[name], digest)
    return redacted
  }
}

const ofArray = (ast: SchemaAST.Arrays): Redactor => {
  const [item = ast.elements[0]] = ast.rest
  if (item === undefined) return () => []
  const redact = redactorOf(item)
  return (value, digest) =>
    Array.isArray(value) ? value.map((each: unknown) => redact(each, digest)) : []
}

/** The first member that accepts the value speaks for it. */
const ofUnion = (ast: SchemaAST.Union): Redactor => {
  const choices = ast.types.map((type) => ({
    accepts: Schema.is(Schema.make<Schema.Codec<unknown>>(type)),
    redact: redactorOf(type),
  }))
  return (value, digest) => {
    const choice = choices.find(({ accepts }) => accepts(value))
    return (choice?.redact ?? structureOnly)(value, digest)
  }
}

const redactorOf = (ast: SchemaAST.AST): Redactor => {
  const sensitivity = sensitivityOf(ast)
  switch (sensitivity?.policy) {
    case "keep":
      return asIs
    case "token":
      return (value, digest) =>
        sensitivity.form(digest(typeof value === "string" ? value : canonicalJson(value)))
    case "names":
      return sensitivity.rewrite
    case "drop":
      return () => sensitivity.placeholder
    case "secret":
      return () => DROPPED_TEXT
    case undefined:
      break
  }
  switch (ast._tag) {
    case "Literal":
    case "Null":
    case "Undefined":
      return asIs
    case "Objects":
      return ofObject(ast)
    case "Arrays":
      return ofArray(ast)
    case "Union":
      return ofUnion(ast)
    default:
      return structureOnly
  }
}

const compile = <Tag extends string>(
  tags: ReadonlyArray<Tag>,
  cases: Readonly<Record<Tag, Schema.Top>>,
): ReadonlyMap<string, Redactor> => new Map(tags.map((tag) => [tag, redactorOf(cases[tag].ast)]))

const EVENTS = compile<EventTag>(EVENT_TAGS, FACT_SCHEMAS)
const CLIENT_FACTS = compile<ClientFactTag>(CLIENT_FACT_TAGS, ClientFact.cases)
const { event: _event, ...headFields } = Envelope.fields
const { key, status, hash, body } = CapturedAnswer.fields
const redactAnswerFields = redactorOf(Schema.Struct({ key, status, hash, body }).ast)
const redactHead = redactorOf(Schema.Struct(headFields).ast)

const decodeEvent = Schema.decodeUnknownExit(Event)
const decodeClientFact = Schema.decodeUnknownExit(ClientFact)

/** The event as this build's schemas know it, or undefined. */
const present = (
  envelope: OpenEnvelope,
): { readonly v: number; readonly event: Event } | undefined => {
  const readable = readability(envelope)
  if (readable === "newer" || readable === "unknown-tag") return undefined
  const { v } = FACT_TRAITS[envelope.event._tag as EventTag]
  const decoded = decodeEvent(upcast(UPCASTERS, envelope.event, envelope.v, v))
  return Exit.isSuccess(decoded) ? { v, event: decoded.value } : undefined
}

/** What stands in the capture, and whether a reader folds it: what it cannot decode it does not. */
export interface Redacted<Value> {
  readonly value: Value
  readonly folds: boolean
}

/**
 * An event of an older version is redacted, and stands in the capture, as the present one. One of an
 * unknown tag or a newer version is folded: the folds note that it could not be read.
 */
export const redactEnvelope = (
  envelope: OpenEnvelope,
  digest: KeyedDigest,
): Redacted<OpenEnvelope> => {
  const head = redactHead(envelope, digest) as Omit<OpenEnvelope, "event">
  const known = present(envelope)
  const redact = known === undefined ? undefined : EVENTS.get(known.event._tag)
  if (known === undefined || redact === undefined) {
    const event = { ...members(structureOf(envelope.event)), _tag: envelope.event._tag }
    const readable = readability(envelope)
    return {
      value: { ...head, event },
      folds: readable === "unknown-tag" || readable === "newer",
    }
  }
  const event = redact(known.event, digest) as OpenEnvelope["event"]
  return { value: { ...head, v: known.v, event }, folds: true }
}

/** Who has the answers of that moment would find by its hash whom the key named. */
const withoutTellingHash = (fact: ClientFact): ClientFact =>
  fact._tag === "AnswerApplied" && keyNames(fact.key) ? { ...fact, hash: "" } : fact

export const redactClientFact = (
  { n, after, at, fact }: NumberedClientFact,
  digest: KeyedDigest,
): Redacted<NumberedClientFact> => {
  const decoded = decodeClientFact(fact)
  const redact = CLIENT_FACTS.get(fact._tag)
  const folds = Exit.isSuccess(decoded) && redact !== undefined
  const redacted = folds
    ? redact(withoutTellingHash(decoded.value), digest)
    : { ...members(structureOf(fact)), _tag: fact._tag }
  return { value: { n, after, at, fact: redacted as ClientFact }, folds }
}

/** A public answer that the document applied, and its body where it is shown. */
export type AnswerShown = Pick<typeof CapturedAnswer.Type, "key" | "status" | "hash" | "body">

export const redactAnswer = (answer: AnswerShown, digest: KeyedDigest): AnswerShown =>
  redactAnswerFields(answer, digest) as AnswerShown
