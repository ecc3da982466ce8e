/**
 * Which facts end a command. Total: a command without a row does not compile. A pending command ends at
 * a fact of its row that carries its id as `cause`, at `CommandFailed`, at `StreamReset`, or, where
 * `silent` allows it, when its admitted position is reached without any (an unchanged poll).
 */
import type { CommandTag } from "./command-tags.ts"
import { ROOM_OUTCOMES } from "./room-outcomes.ts"
import { type Outcome, SITE_OUTCOMES } from "./site-outcomes.ts"

/** @internal For tests and the reference: each script has its own part. */
export const OUTCOMES: Readonly<Record<CommandTag, Outcome>> = {
  ...SITE_OUTCOMES,
  ...ROOM_OUTCOMES,
}
