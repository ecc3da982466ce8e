/** The performers before and after a performer in a list. Pure. */
import type { PerformerName } from "@foldcast/contracts/queries/performers"

export interface Neighbours {
  /** Null at the list's beginning, and where the performer is not in the list. */
  readonly previous: PerformerName | null
  readonly next: PerformerName | null
}

export const NO_NEIGHBOURS: Neighbours = { previous: null, next: null }

/** A performer who is not in the list counts as before its first one. */
export const neighboursIn = (
  performers: ReadonlyArray<PerformerName>,
  performerId: string,
): Neighbours => {
  const at = performers.findIndex((one) => one.performerId === performerId)
  return {
    previous: at === -1 ? null : (performers[at - 1] ?? null),
    next: performers[at + 1] ?? null,
  }
}
