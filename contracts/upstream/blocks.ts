/**
 * Blocks at the member API, our extension: whom a member keeps away. A blocked performer and the member do not meet:
 * rooms and the inbox refuse either of them with `BLOCKED_LABEL` (chat-rules.ts), whoever blocked whom.
 */
import { Schema } from "effect"
import { UpstreamPerformerId } from "./member-api.ts"

/** Of one member. */
export const MAX_BLOCKS = 1_000

/** GET /block: the performers whom the member blocked, newest first; none of those who blocked the member. */
export const BlocksAnswer = Schema.Struct({
  blocks: Schema.Array(Schema.Struct({ performerId: UpstreamPerformerId })),
}).annotate({ identifier: "BlocksAnswer" })
