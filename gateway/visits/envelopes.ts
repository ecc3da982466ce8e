/** Puts facts into envelopes. Called by pipeline.ts and by visits/births.ts. */
import type { CommandId } from "@foldcast/contracts/ids"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { SourceName } from "@foldcast/contracts/stream/visit"
import type { IdsShape } from "../ids.ts"

export interface Origin {
  readonly from: SourceName
  readonly cause: CommandId | null
}

export const envelop = (
  ids: Pick<IdsShape, "eventId">,
  now: number,
  { from, cause }: Origin,
  event: Event,
): UnnumberedEnvelope => ({
  id: ids.eventId(now),
  at: now,
  v: FACT_TRAITS[event._tag].v,
  scope: FACT_TRAITS[event._tag].scope,
  src: { from },
  ...(cause !== null && { cause }),
  event,
})
