/**
 * The registry of slices whose script loads after the site's script. Both scripts share it, so the later one
 * imports no other fold. site.ts sets `join`; pending.ts reads `outcomes`; add-lazy-slice.ts fills the
 * registry.
 *
 * Invariant: lazy slices load in any order, so none of them reads another's state.
 */
import type { CommandTag } from "@foldcast/contracts/commands/command"
import type { EventTag } from "@foldcast/contracts/stream/event"
import type { SiteState, SliceName } from "./site-state.ts"
import type { Slice } from "./slice.ts"

/** A slice, by the name of its part of the state. */
export type NamedSlice = {
  readonly [Name in SliceName]: { readonly name: Name; readonly slice: Slice<SiteState[Name]> }
}[SliceName]

interface LazySlices {
  readonly added: Array<NamedSlice>
  /** Starts to fold a slice's tags, after the site's slices. Null before site.ts is loaded. */
  join: ((added: NamedSlice) => void) | null
  /** Which facts end a command that belongs to a lazy slice. */
  readonly outcomes: Partial<Record<CommandTag, ReadonlyArray<EventTag>>>
}

export const lazySlices: LazySlices = { added: [], join: null, outcomes: {} }
