/**
 * How a slice joins whose script comes later than the site's: a place of its own, so that the late script shares
 * nothing else of the folds. site.ts fills `join`; pending.ts reads `outcomes`.
 */
import type { CommandTag } from "@foldcast/contracts/commands/command"
import type { EventTag } from "@foldcast/contracts/stream/event"
import type { Slice } from "./slice.ts"

interface Late {
  slice: Slice | null
  /** From here on its tags are folded, after those of all other slices. Null before site.ts is there. */
  join: ((slice: Slice) => void) | null
  /** Which facts end a command of a late script. */
  outcomes: Partial<Record<CommandTag, ReadonlyArray<EventTag>>>
}

export const late: Late = { slice: null, join: null, outcomes: {} }
