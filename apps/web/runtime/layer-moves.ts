/**
 * Which step brings the tab's history to the layers that are open. Pure.
 *
 *   entries     page   [menu]   [menu, question]
 *   layers      –      menu     menu, question
 *
 * An entry of a layer is a copy of its page's entry with the names of the layers that are open on it.
 */

/** In the state of a history entry. */
export interface EntryLayers {
  /** Identifies the page's own entry, which all entries of its layers name. */
  readonly page: string
  /** Bottom first. */
  readonly open: ReadonlyArray<string>
}

/** The parts of an entry's state that matter here. The router writes the key. */
export interface EntryState {
  readonly __TSR_key?: string
  readonly layers?: EntryLayers
}

const NO_LAYERS: ReadonlyArray<string> = []

export const layersOf = (state: EntryState | null): ReadonlyArray<string> =>
  state?.layers?.open ?? NO_LAYERS

/** Null: an entry that the router has not written, for example of a fragment. */
export const pageOf = (state: EntryState | null): string | null =>
  state?.layers?.page ?? state?.__TSR_key ?? null

/** Whether two entries show the same page, with or without layers. */
export const isSamePage = (one: EntryState | null, other: EntryState | null): boolean =>
  pageOf(one) !== null && pageOf(one) === pageOf(other)

export type LayerMove =
  | { readonly _tag: "Stay" }
  | { readonly _tag: "Back"; readonly steps: number }
  /** The entry stays, with other layers: one window has taken another's place. */
  | { readonly _tag: "Rename"; readonly open: ReadonlyArray<string> }
  | { readonly _tag: "Push"; readonly open: ReadonlyArray<string> }

/** The next step; after "Rename" and "Push" there may be another. */
export const layerMove = (
  entry: ReadonlyArray<string>,
  wanted: ReadonlyArray<string>,
): LayerMove => {
  if (entry.length > wanted.length) return { _tag: "Back", steps: entry.length - wanted.length }
  if (entry.some((name, index) => name !== wanted[index])) {
    return { _tag: "Rename", open: wanted.slice(0, entry.length) }
  }
  return entry.length < wanted.length
    ? { _tag: "Push", open: wanted.slice(0, entry.length + 1) }
    : { _tag: "Stay" }
}
