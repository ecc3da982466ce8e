/**
 * The log of one document as it grows: the gateway's events as they are delivered and, between them, what happened
 * here, numbered (docs/protocol.md, "Client facts"; law L4).
 *
 * Invariants: numbers go on by one within a visit, after those that the gateway holds; `after` is the
 * position of the last event before it; `at` is the gateway's time by the local monotonic clock.
 */
import type { Greeting } from "@foldcast/client/connection-model"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { LogEntry } from "@foldcast/folds/log-entry"

export interface DocumentLog {
  readonly greeted: (greeting: Greeting) => void
  readonly events: (envelopes: ReadonlyArray<OpenEnvelope>) => ReadonlyArray<LogEntry>
  readonly fact: (fact: ClientFact) => NumberedClientFact
}

/**
 * `page`: the last position that the page came with and its gateway milliseconds; `localNow`: milliseconds
 * of a monotonic clock.
 */
export const documentLog = (
  page: { readonly seq: number; readonly now: number },
  localNow: () => number,
): DocumentLog => {
  let lastN = 0
  let lastSeq = page.seq
  let clock = { gateway: page.now, local: localNow() }
  return {
    greeted: ({ isAnother, n, now }) => {
      lastN = isAnother ? n : Math.max(lastN, n)
      if (isAnother) lastSeq = 0
      clock = { gateway: now, local: localNow() }
    },
    events: (envelopes) => {
      lastSeq = envelopes.at(-1)?.seq ?? lastSeq
      return envelopes.map((envelope) => ({ kind: "event", envelope }))
    },
    fact: (fact) => {
      lastN += 1
      const at = Math.round(clock.gateway + (localNow() - clock.local))
      return { n: lastN, after: lastSeq, at, fact }
    },
  }
}
