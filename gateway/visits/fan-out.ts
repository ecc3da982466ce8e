/**
 * Who receives which facts, by the scope each fact was declared with (law L3). Pure.
 *
 *   visit  → the visit that asked or joined      owner → all live visits of its owner
 *   member → all live visits of its member
 *
 * The result is one `append`, so all receive or none.
 */
import { FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { Scope } from "@foldcast/contracts/stream/fact"
import type { Recipient } from "../upstream/frame.ts"
import type { LiveVisit, VisitTable } from "./registry.ts"

export const recipientOf = ({ visit, owner, member }: LiveVisit): Recipient => ({
  visit,
  owner,
  member,
})

type Lookup = Pick<VisitTable, "get" | "ofOwner" | "ofMember">

export interface VisitFacts {
  readonly visit: LiveVisit
  readonly events: ReadonlyArray<UnnumberedEnvelope>
}

const receivers = (visits: Lookup, about: Recipient, scope: Scope): Iterable<LiveVisit> => {
  switch (scope) {
    case "visit": {
      const visit = about.visit === null ? undefined : visits.get(about.visit)
      return visit === undefined ? [] : [visit]
    }
    case "owner":
      return about.owner === null ? [] : visits.ofOwner(about.owner)
    case "member":
      return about.member === null ? [] : visits.ofMember(about.member)
  }
}

export const fanOut = (
  visits: Lookup,
  about: Recipient,
  envelopes: ReadonlyArray<UnnumberedEnvelope>,
): ReadonlyArray<VisitFacts> => {
  const [only, second] = envelopes
  // The fast path: a single fact has one scope, so all receivers share one list.
  if (only !== undefined && second === undefined) {
    const all = receivers(visits, about, FACT_TRAITS[only.event._tag].scope)
    return Array.from(all, (visit) => ({ visit, events: envelopes }))
  }
  const shares = new Map<LiveVisit, Array<UnnumberedEnvelope>>()
  for (const envelope of envelopes) {
    for (const visit of receivers(visits, about, FACT_TRAITS[envelope.event._tag].scope)) {
      const events = shares.get(visit)
      if (events === undefined) shares.set(visit, [envelope])
      else events.push(envelope)
    }
  }
  return [...shares].map(([visit, events]) => ({ visit, events }))
}
