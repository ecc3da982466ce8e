/**
 * An event of a room as it is handed to the log: whatever somebody wrote there stands beside the writer, for the
 * log's thread to seal; what is told and delivered is the plain text. Pure.
 *
 * Invariant: a body with marks begins otherwise than one without, so that rows of before writers were known stay
 * readable.
 */
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { changeAuthored, ERASED, withEvent } from "./authored.ts"
import { bodyOf } from "./visit-rules.ts"
import type { WriterId, Writers } from "./writer.ts"

/** Begins no JSON text. */
const MARK = "~"

/** A value with its writer. */
export interface MarkedText {
  readonly writer: WriterId
  readonly text: string
}

export interface ComposedBody {
  /** As it is told. */
  readonly plain: string
  /** As it is handed on; the same text where nobody wrote any of it. */
  readonly written: string
}

export const isMarkedBody = (body: string): boolean => body.startsWith(MARK)

export const parseMarkedBody = (body: string): UnnumberedEnvelope =>
  JSON.parse(body.slice(MARK.length)) as UnnumberedEnvelope

export const markedBody = (envelope: UnnumberedEnvelope): string => `${MARK}${bodyOf(envelope)}`

/** As it reads once those are gone: what others wrote in it stays. */
export const withoutErased = (
  envelope: UnnumberedEnvelope,
  writers: Writers,
  isErased: (writer: WriterId) => boolean,
): UnnumberedEnvelope => {
  let isAny = false
  const event = changeAuthored(envelope.event, (value, owner) => {
    const writer = writers.get(String(owner))
    if (writer === undefined || !isErased(writer)) return value
    isAny = true
    return ERASED
  })
  return isAny ? withEvent(envelope, event) : envelope
}

/** What an erased writer wrote is composed as its marker from the first on. */
export const composeBody = (
  given: UnnumberedEnvelope,
  writers: Writers,
  isErased: (writer: WriterId) => boolean,
): ComposedBody => {
  const envelope = withoutErased(given, writers, isErased)
  const plain = bodyOf(envelope)
  let isAny = false
  const event = changeAuthored(envelope.event, (value, owner) => {
    const writer = writers.get(String(owner))
    if (writer === undefined) return value
    isAny = true
    return { writer, text: String(value) } satisfies MarkedText
  })
  return { plain, written: isAny ? markedBody({ ...envelope, event }) : plain }
}
