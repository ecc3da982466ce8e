/**
 * How an event with authors is written for the log: each value that somebody wrote carries its writer, so that the
 * log's thread can seal it (sealed-bodies.ts). What is delivered to visits is the plain text. Pure.
 *
 * Invariant: an attributed body begins with `~`, any other with `{`: rows of before writers were known stay readable.
 */
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { changeAuthored, ERASED, withEvent } from "./authored.ts"
import { bodyOf } from "./visit-rules.ts"
import type { WriterId, Writers } from "./writer.ts"

/** Begins no JSON text. */
const MARK = "~"

/** What stands in an attributed body in place of a value that somebody wrote. */
export interface AttributedText {
  readonly writer: WriterId
  readonly text: string
}

export interface ComposedBody {
  /** As visits receive it. */
  readonly plain: string
  /** As the log's thread receives it; the same text where no value has a writer. */
  readonly written: string
}

export const isAttributedBody = (body: string): boolean => body.startsWith(MARK)

export const parseAttributedBody = (body: string): UnnumberedEnvelope =>
  JSON.parse(body.slice(MARK.length)) as UnnumberedEnvelope

export const attributedBody = (envelope: UnnumberedEnvelope): string => `${MARK}${bodyOf(envelope)}`

/** The envelope without what erased writers wrote; what others wrote in it stays. */
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
    return { writer, text: String(value) } satisfies AttributedText
  })
  return { plain, written: isAny ? attributedBody({ ...envelope, event }) : plain }
}
