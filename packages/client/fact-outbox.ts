/**
 * Client facts on their way to the gateway (docs/protocol.md, "Client facts"): kept until they are stored, sent
 * again after a reconnect. The recorder numbers them. Pure.
 *
 * Invariants: numbers ascend; a fact leaves only when it is stored, or as the oldest of a full outbox, which
 * leaves a gap in the numbers.
 */
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { MAX_CLIENT_MESSAGE_BYTES, MAX_FACTS_PER_FRAME } from "@foldcast/contracts/stream/transport"

/** Facts kept while they cannot be stored. */
export const MAX_BACKLOG = 500
/** UTF-16 units of facts in one frame: three bytes each at most, with room for the rest of the frame. */
const MAX_FRAME_LENGTH = Math.floor(MAX_CLIENT_MESSAGE_BYTES / 3) - 300

export interface FactOutbox {
  readonly unstored: ReadonlyArray<NumberedClientFact>
  /** The highest number sent over the present connection. */
  readonly sentN: number
}

/** The outbox of a new visit. */
export const EMPTY_OUTBOX: FactOutbox = { unstored: [], sentN: 0 }

export const kept = (outbox: FactOutbox, fact: NumberedClientFact): FactOutbox => {
  const isFull = outbox.unstored.length >= MAX_BACKLOG
  const before = isFull ? outbox.unstored.slice(1) : outbox.unstored
  return { ...outbox, unstored: [...before, fact] }
}

export const storedUpTo = (outbox: FactOutbox, n: number): FactOutbox =>
  outbox.unstored[0] === undefined || outbox.unstored[0].n > n
    ? outbox
    : { ...outbox, unstored: outbox.unstored.filter((fact) => fact.n > n) }

/** A new connection to the same visit: all unstored facts are sent again. */
export const reconnected = (outbox: FactOutbox, n: number): FactOutbox => ({
  ...storedUpTo(outbox, n),
  sentN: n,
})

export const sentUpTo = (outbox: FactOutbox, n: number): FactOutbox => ({ ...outbox, sentN: n })

/** Marks every unstored fact as unsent. */
export const unsentFacts = (outbox: FactOutbox): FactOutbox => ({ ...outbox, sentN: 0 })

/** The facts not sent over this connection, in frames within the gateway's limit. */
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
