import { CLOSE } from "@foldcast/contracts/stream/frames"
import { type LiveVisit, outboxOf, type VisitTable } from "./registry.ts"

/** Removes a visit that accepts no more facts while its session goes on; its browser begins a new one. */
export const retireVisit = (visits: VisitTable, visit: LiveVisit): void => {
  visits.remove(visit)
  outboxOf(visit)?.close(CLOSE.positionMismatch, "visit closed")
}
