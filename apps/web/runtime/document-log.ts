/**
 * The log of one document as it grows: the gateway's events as they are delivered and, between them, the document's
 * own client facts, numbered (docs/protocol.md, "Client facts"; law L4).
 *
 * Invariants: numbers go on by one within a visit, after those that the gateway holds; `after` is the position of the
 * last event before the fact; `at` is the gateway's time by the local monotonic clock.
 */
import type { Greeting } from "@foldcast/client/connection-model"
import type { ClientFact, ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { LogEntry } from "@foldcast/folds/log-entry"

export class DocumentLog {
  /** The page that the visitor is on, which a visit that begins under an open document is told. */
  navigated: ClientFactOf<"Navigated"> | null = null
  readonly #localNow: () => number
  #lastN = 0
  #lastSeq: number
  #clock: { readonly gateway: number; readonly local: number }

  /**
   * `page`: the last position that the page came with, and its gateway milliseconds; `localNow`: milliseconds of a
   * monotonic clock.
   */
  constructor(page: { readonly seq: number; readonly now: number }, localNow: () => number) {
    this.#localNow = localNow
    this.#lastSeq = page.seq
    this.#clock = { gateway: page.now, local: localNow() }
  }

  greeted({ isAnother, n, now }: Greeting): void {
    this.#lastN = isAnother ? n : Math.max(this.#lastN, n)
    if (isAnother) this.#lastSeq = 0
    this.#clock = { gateway: now, local: this.#localNow() }
  }

  entriesOf(envelopes: ReadonlyArray<OpenEnvelope>): ReadonlyArray<LogEntry> {
    this.#lastSeq = envelopes.at(-1)?.seq ?? this.#lastSeq
    return envelopes.map((envelope) => ({ kind: "event", envelope }))
  }

  number(fact: ClientFact): NumberedClientFact {
    if (fact._tag === "Navigated") this.navigated = fact
    this.#lastN += 1
    const { gateway, local } = this.#clock
    const at = Math.round(gateway + (this.#localNow() - local))
    return { n: this.#lastN, after: this.#lastSeq, at, fact }
  }
}
