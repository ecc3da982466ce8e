/**
 * Checks that a document can have made these client facts: none refers to an event that the document has not
 * received, and their `after` positions never decrease as their numbers grow. Pure.
 */
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"

export interface FactCursor {
  /** The visit's last position. */
  readonly head: number
  /** The highest number of a stored client fact. */
  readonly n: number
  /** The lowest `after` that the next client fact may have. */
  readonly factsAfter: number
}

export interface NewFacts {
  readonly facts: ReadonlyArray<NumberedClientFact>
  readonly factsAfter: number
}

/** Null where one of the facts is impossible. Facts that are already stored are left out. */
export const newFacts = (
  { head, n, factsAfter }: FactCursor,
  facts: ReadonlyArray<NumberedClientFact>,
): NewFacts | null => {
  if (facts.some(({ after }) => after > head)) return null
  const fresh = facts.filter((fact) => fact.n > n).toSorted((a, b) => a.n - b.n)
  let last = factsAfter
  for (const { after } of fresh) {
    if (after < last) return null
    last = after
  }
  return { facts: fresh, factsAfter: last }
}
