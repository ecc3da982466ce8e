/**
 * A slice's handlers, by tag. Declare one with `satisfies Slice`, so routes.ts knows which tags it folds. A new
 * stream resets every slice.
 */
import type { ClientFactOf, ClientFactTag } from "@foldcast/contracts/client-facts/client-fact"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { EventOf, EventTag } from "@foldcast/contracts/stream/event"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { Batch } from "./batch.ts"

type EventHandlers = {
  readonly [Tag in EventTag]: (batch: Batch, event: EventOf<Tag>, envelope: OpenEnvelope) => void
}

export interface Slice {
  readonly events: Partial<EventHandlers> & Pick<EventHandlers, "StreamReset">
  readonly facts: {
    readonly [Tag in ClientFactTag]?: (
      batch: Batch,
      fact: ClientFactOf<Tag>,
      numbered: NumberedClientFact,
    ) => void
  }
}
