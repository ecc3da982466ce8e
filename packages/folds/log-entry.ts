/** One entry of a document's log, in its order: an event of the stream or a client fact of its own. */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"

export type LogEntry =
  | { readonly kind: "event"; readonly envelope: OpenEnvelope }
  | { readonly kind: "client"; readonly fact: NumberedClientFact }
