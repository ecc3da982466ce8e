/**
 * What a visit's log accepts, and how an event is written down. Pure; shared by every implementation,
 * so that they cannot disagree.
 */
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { VisitClosed } from "./visit-log.ts"

/** Events per visit before a new visit must begin (docs/protocol.md, "Limits"). */
export const MAX_EVENTS_PER_VISIT = 500_000
/** The highest `n` of a visit's client facts; the browser begins a new visit before. */
export const MAX_CLIENT_FACTS_PER_VISIT = 50_000

export type ClosedReason = VisitClosed["why"]

export interface VisitStatus {
  readonly head: number
  readonly ended: boolean
  readonly damaged: boolean
}

const closedReason = (visit: VisitStatus | undefined): ClosedReason | null => {
  if (visit === undefined) return "unknown"
  if (visit.damaged) return "damaged"
  return visit.ended ? "ended" : null
}

/** Why `count` more events are refused, or null. Ending events have room in a full visit. */
export const eventRefusal = (
  visit: VisitStatus | undefined,
  count: number,
  ends: boolean,
): ClosedReason | null => {
  const closed = closedReason(visit)
  if (closed !== null || visit === undefined) return closed
  return !ends && visit.head + count > MAX_EVENTS_PER_VISIT ? "full" : null
}

/** Why client facts up to `highest` are refused, or null. */
export const factRefusal = (visit: VisitStatus | undefined, highest: number): ClosedReason | null =>
  closedReason(visit) ?? (highest > MAX_CLIENT_FACTS_PER_VISIT ? "full" : null)

/** An envelope as it is stored: JSON without its position, which is not known yet. */
export const bodyOf = (envelope: UnnumberedEnvelope): string => JSON.stringify(envelope)

/** A stored body as it goes over the wire: the position is spliced in, nothing is parsed. */
export const wireOf = (seq: number, body: string): string => `{"seq":${seq},${body.slice(1)}`
