/**
 * Whether a document can have made these client facts: none after an event that it was not told, and none that it
 * numbered later before one that it numbered earlier. Pure.
 */
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"

export interface FactCursor {
  /** The visit's last position. */
  readonly head: number
  /** The highest client fact stored. */
  readonly n: number
  /** The lowest `after` that the next one may have. */
  readonly factsAfter: number
}

export interface NewFacts {
  /** Those that are not stored yet, by their number. */
  readonly facts: ReadonlyArray<NumberedClientFact>
  readonly factsAfter: number
}

/** Null where one of them is impossible. What is sent again was stored in its order, or is left out. */
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
