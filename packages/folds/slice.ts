/** What a slice is to the fold: its handlers, by tag. routes.ts says which slices fold which tag. */
import type { ClientFactOf, ClientFactTag } from "@foldcast/contracts/client-facts/client-fact"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { EventOf, EventTag } from "@foldcast/contracts/stream/event"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { Batch } from "./batch.ts"

export interface Slice {
  readonly events: {
    readonly [Tag in EventTag]?: (batch: Batch, event: EventOf<Tag>, envelope: OpenEnvelope) => void
  }
  readonly facts: {
    readonly [Tag in ClientFactTag]?: (
      batch: Batch,
      fact: ClientFactOf<Tag>,
      numbered: NumberedClientFact,
    ) => void
  }
}
