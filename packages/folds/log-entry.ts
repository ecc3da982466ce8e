/** One thing a document saw, in the order it saw it: an event of the stream or its own client fact. */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"

export type LogEntry =
  | { readonly kind: "event"; readonly envelope: OpenEnvelope }
  | { readonly kind: "client"; readonly fact: NumberedClientFact }
