/**
 * The registry of slices whose script loads after the site's script. Both scripts share it, so the later one
 * imports no other fold. site.ts sets `join`; pending.ts reads `outcomes`; add-lazy-slice.ts fills the
 * registry.
 *
 * Invariant: lazy slices load in any order, so none of them reads another's state.
 */
import type { CommandTag } from "@foldcast/contracts/commands/command"
import type { EventTag } from "@foldcast/contracts/stream/event"
import type { Slice } from "./slice.ts"

interface LazySlices {
  readonly added: Array<Slice>
  /** Starts to fold a slice's tags, after the site's slices. Null before site.ts is loaded. */
  join: ((slice: Slice) => void) | null
  /** Which facts end a command that belongs to a lazy slice. */
  readonly outcomes: Partial<Record<CommandTag, ReadonlyArray<EventTag>>>
}

export const lazySlices: LazySlices = { added: [], join: null, outcomes: {} }
