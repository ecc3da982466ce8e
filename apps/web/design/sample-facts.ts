/** The first facts of the page of all components: a member with credits and one favourite. */
import type { Epoch, EventId, VisitId } from "@foldcast/contracts/ids"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type { Locale } from "@foldcast/contracts/units"
import { firstFactsJson } from "../runtime/first-facts.ts"
import { member } from "../screens/visit-facts.fixture.ts"

/** 26 November 2026, 20:00 UTC. */
export const SAMPLE_NOW = Date.UTC(2026, 10, 26, 20)
export const KEPT_PERFORMER = "p_1"

/** @internal */
export const sampleFacts = (locale: Locale): string => {
  const events: ReadonlyArray<Event> = [
    ...member(locale),
    { _tag: "FavouritesListed", performerIds: [KEPT_PERFORMER] },
  ]
  return firstFactsJson({
    visit: "design" as VisitId,
    epoch: "e1" as Epoch,
    now: SAMPLE_NOW,
    events: events.map((event, index) => ({
      seq: index + 1,
      id: `0192f0c1-7a3b-7d4e-8f00-${String(index).padStart(12, "0")}` as EventId,
      at: SAMPLE_NOW,
      v: FACT_TRAITS[event._tag].v,
      scope: FACT_TRAITS[event._tag].scope,
      src: { from: "gateway" },
      event,
    })),
  })
}
