/**
 * Client facts on their way to the gateway (docs/protocol.md, "Client facts"): numbered when they happen,
 * kept until they are stored, sent again after a reconnect. Pure.
 *
 * Invariants: numbers ascend; a fact leaves only when it is stored, or as the oldest of too many, which
 * is counted and leaves a gap in the numbers.
 */
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { MAX_CLIENT_MESSAGE_BYTES, MAX_FACTS_PER_FRAME } from "@foldcast/contracts/stream/transport"

/** Facts kept while they cannot be stored. */
export const MAX_BACKLOG = 500
/** UTF-16 units of facts in one frame: three bytes each at most, with room for what surrounds them. */
const MAX_FRAME_LENGTH = Math.floor(MAX_CLIENT_MESSAGE_BYTES / 3) - 300

export interface FactOutbox {
  /** The number of the last fact, 0 before the first. */
  readonly lastN: number
  readonly unstored: ReadonlyArray<NumberedClientFact>
  /** The highest number sent over the present connection. */
  readonly sentN: number
  /** Facts of this visit that were given up. */
  readonly lost: number
}

/** A visit of which the gateway holds facts up to `n`. */
export const emptyOutbox = (n: number): FactOutbox => ({
  lastN: n,
  unstored: [],
  sentN: n,
  lost: 0,
})

export const recorded = (
  outbox: FactOutbox,
  fact: ClientFact,
  after: number,
  at: number,
): { readonly outbox: FactOutbox; readonly numbered: NumberedClientFact } => {
  const numbered: NumberedClientFact = { n: outbox.lastN + 1, after, at, fact }
  const isFull = outbox.unstored.length >= MAX_BACKLOG
  return {
    numbered,
    outbox: {
      ...outbox,
      lastN: numbered.n,
      unstored: [...(isFull ? outbox.unstored.slice(1) : outbox.unstored), numbered],
      lost: outbox.lost + (isFull ? 1 : 0),
    },
  }
}

export const storedUpTo = (outbox: FactOutbox, n: number): FactOutbox =>
  outbox.unstored[0] === undefined || outbox.unstored[0].n > n
    ? outbox
    : { ...outbox, unstored: outbox.unstored.filter((fact) => fact.n > n) }

/** A new connection to the same visit: everything not stored is sent again. */
export const reconnected = (outbox: FactOutbox, n: number): FactOutbox => ({
  ...storedUpTo(outbox, n),
  lastN: Math.max(outbox.lastN, n),
  sentN: n,
})

export const sentUpTo = (outbox: FactOutbox, n: number): FactOutbox => ({ ...outbox, sentN: n })

/** What is not stored counts as not sent any more. */
export const unsent = (outbox: FactOutbox): FactOutbox => ({ ...outbox, sentN: 0 })

/** What has not been sent over this connection, in frames that the gateway accepts. */
export const framesToSend = ({
  unstored,
  sentN,
}: FactOutbox): ReadonlyArray<ReadonlyArray<NumberedClientFact>> => {
  const frames: Array<Array<NumberedClientFact>> = []
  let length = 0
  for (const fact of unstored) {
    if (fact.n <= sentN) continue
    const size = JSON.stringify(fact).length + 1
    const frame = frames.at(-1)
    if (
      frame === undefined ||
      frame.length >= MAX_FACTS_PER_FRAME ||
      length + size > MAX_FRAME_LENGTH
    ) {
      frames.push([fact])
      length = size
    } else {
      frame.push(fact)
      length += size
    }
  }
  return frames
}
