/** Which entries of an append are told the same, so that one row can hold it for all of them. Pure. */
import type { VisitId } from "@foldcast/contracts/ids"
import type { WrittenEntry } from "./thread-protocol.ts"

/** Fewer visits than these have each its own row of what they are told together: it takes no more. */
export const MIN_RECEIVERS = 8

/** Neighbours that are told the same, by one list of bodies; a visit that is there twice begins a new run. */
export const runsOfSameBodies = (
  entries: ReadonlyArray<WrittenEntry>,
): ReadonlyArray<ReadonlyArray<WrittenEntry>> => {
  // Stryker disable next-line EqualityOperator: two are too few to share a row, in one run or in two.
  if (entries.length < 2) return [entries]
  const runs: Array<Array<WrittenEntry>> = []
  let run: Array<WrittenEntry> = []
  let visits = new Set<VisitId>()
  let bodies: WrittenEntry["bodies"] | null = null
  for (const entry of entries) {
    if (entry.bodies !== bodies || visits.has(entry.visit)) {
      run = []
      runs.push(run)
      visits = new Set()
      bodies = entry.bodies
    }
    run.push(entry)
    visits.add(entry.visit)
  }
  return runs
}
