/**
 * The slices whose script is fetched later than the site's: a place that both share, so that the later script needs
 * nothing else of the folds. site.ts sets `join`; pending.ts reads `outcomes`; add-lazy-slice.ts fills all of it.
 *
 * Invariant: they come in any order, so none of them reads another's state.
 */
import type { CommandTag } from "@foldcast/contracts/commands/command"
import type { EventTag } from "@foldcast/contracts/stream/event"
import type { Slice } from "./slice.ts"

interface LazySlices {
  readonly added: Array<Slice>
  /** Folds a slice's tags from here on, after those of the site's slices. Null before site.ts is loaded. */
  join: ((slice: Slice) => void) | null
  /** Which facts end a command that belongs to a lazy slice. */
  readonly outcomes: Partial<Record<CommandTag, ReadonlyArray<EventTag>>>
}

export const lazySlices: LazySlices = { added: [], join: null, outcomes: {} }
