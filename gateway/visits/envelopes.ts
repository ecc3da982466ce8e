/**
 * Facts with their source, and their envelopes.
 *
 * Support reads `from`: `gateway` where the gateway itself decided or concluded, an upstream's name where the fact
 * comes from that upstream.
 */
import type { CommandId } from "@foldcast/contracts/ids"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { SourceName } from "@foldcast/contracts/stream/visit"
import type { IdsShape } from "../ids.ts"

export interface SourcedFact {
  readonly from: SourceName
  readonly event: Event
}

export const factsFrom = (
  from: SourceName,
  events: ReadonlyArray<Event>,
): ReadonlyArray<SourcedFact> => events.map((event) => ({ from, event }))

export const envelop = (
  ids: Pick<IdsShape, "eventId">,
  now: number,
  cause: CommandId | null,
  { from, event }: SourcedFact,
): UnnumberedEnvelope => ({
  id: ids.eventId(now),
  at: now,
  v: FACT_TRAITS[event._tag].v,
  scope: FACT_TRAITS[event._tag].scope,
  src: { from },
  ...(cause !== null && { cause }),
  event,
})
