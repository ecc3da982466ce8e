/**
 * What a document saw as a capture's lines: redacted, chained, and folded on the way for the slices that each line
 * changed and the footer's state hash. What is folded is what stands in the file. Pure but for what it carries from
 * one line to the next.
 */
import { type CaptureWriter, stateHash } from "@foldcast/contracts/capture/capture-writer"
import { SliceNames } from "@foldcast/contracts/capture/slice-digests"
import type { OrderedStep } from "@foldcast/contracts/capture/document-order"
import type { ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import { keyNames } from "@foldcast/contracts/client-facts/named-paths"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { fold } from "@foldcast/folds/site"
import "@foldcast/folds/with-all-slices"
import type { SiteState } from "@foldcast/folds/site-state"
import type { ConnectionNote, StoredClientFact } from "../log/visit-log.ts"
import { captureSha256 } from "./digests.ts"
import { type KeyedDigest, redactAnswer, redactClientFact, redactEnvelope } from "./redact.ts"

export type SeenHere = OrderedStep<OpenEnvelope, StoredClientFact, ConnectionNote>

export const answerIn = (seen: SeenHere | undefined) =>
  seen?.kind === "fact" && seen.fact.fact._tag === "AnswerApplied" ? seen.fact.fact : null

/** Parted behind each answer, so that one body at a time is read and written. */
export const partedByAnswers = (
  seen: ReadonlyArray<SeenHere>,
): ReadonlyArray<ReadonlyArray<SeenHere>> => {
  const parts: Array<ReadonlyArray<SeenHere>> = []
  let from = 0
  for (const [index, one] of seen.entries()) {
    if (answerIn(one) === null) continue
    parts.push(seen.slice(from, index + 1))
    from = index + 1
  }
  if (from < seen.length) parts.push(seen.slice(from))
  return parts
}

const NO_ANSWER = { hash: "", key: "" }

export class Recorder {
  readonly #writer: CaptureWriter
  readonly #digest: KeyedDigest
  /** Hashes of the answers that this capture tells of: the first line of each has the body, or none has. */
  readonly #told = new Set<string>()
  readonly #slices = new SliceNames(captureSha256)
  #state: SiteState = INITIAL_STATE

  constructor(writer: CaptureWriter, digest: KeyedDigest) {
    this.#writer = writer
    this.#digest = digest
  }

  /** The hash of the answer whose body is to be shown, where it is kept; or null. */
  lacks(seen: SeenHere | undefined): string | null {
    const { hash, key } = answerIn(seen) ?? NO_ANSWER
    return hash === "" || keyNames(key) || this.#told.has(hash) ? null : hash
  }

  /** `body` is the text of the answer that is told of, where it is to be shown. */
  record(seen: SeenHere, body: string | null): ReadonlyArray<string> {
    switch (seen.kind) {
      case "event": {
        const { value, folds } = redactEnvelope(seen.event, this.#digest)
        const after = folds ? this.#folded({ kind: "event", envelope: value }) : {}
        return [this.#writer.line(value.at, { dir: "in", ...value, ...after })]
      }
      case "fact": {
        const { value, folds } = redactClientFact(seen.fact, this.#digest)
        const after = folds ? this.#folded({ kind: "client", fact: value }) : {}
        const told = this.#writer.line(value.at, { dir: "ui", ...value, ...after })
        return folds && value.fact._tag === "AnswerApplied"
          ? [told, this.#answer(value.at, value.fact, body)]
          : [told]
      }
      case "connection": {
        const { at, what, seq, transport, code } = seen.connection
        const ended = code === null ? {} : { code }
        return [this.#writer.line(at, { dir: "conn", what, seq, transport, ...ended })]
      }
    }
  }

  #folded(entry: LogEntry) {
    this.#state = fold(this.#state, entry)
    return { slices: this.#slices.changed(this.#state) }
  }

  #answer(at: number, applied: ClientFactOf<"AnswerApplied">, body: string | null): string {
    const { key, status, hash } = applied
    const shown = body === null ? {} : { body: JSON.parse(body) as unknown }
    this.#told.add(hash)
    const answer = redactAnswer({ key, status, hash, ...shown }, this.#digest)
    return this.#writer.line(at, { dir: "answer", ...answer })
  }

  footer(): string {
    return this.#writer.footer(stateHash(captureSha256, this.#state))
  }
}
