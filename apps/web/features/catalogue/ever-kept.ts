/**
 * The performers on the favourites page: everyone who was a favourite while the page was open, later ones last, so
 * that a heart removed by mistake can be restored. The list that the tab stored is replaced by the member's list
 * when that arrives. Pure.
 */
export interface EverKept {
  readonly ids: ReadonlyArray<string>
  /** How many of them were added since the page was opened, in another tab or on another device. */
  readonly since: number
  /** True for the tab's stored list: it counts as another list than the member's, unless both are equal. */
  readonly isRecalled: boolean
  /** True until the member's list has arrived since the page was opened. */
  readonly isAwaiting: boolean
}

const begun = (ids: ReadonlyArray<string>, isKnown: boolean): EverKept => ({
  ids,
  since: 0,
  isRecalled: !isKnown,
  isAwaiting: !isKnown,
})

const areSame = (a: ReadonlyArray<string>, b: ReadonlyArray<string>) =>
  a.length === b.length && a.every((id, index) => id === b[index])

/** Returns the same object where nothing changed. */
export const everKept = (
  before: EverKept | null,
  kept: ReadonlyArray<string> | null,
  isKnown: boolean,
): EverKept | null => {
  if (kept === null) return before
  if (before === null) return begun(kept, isKnown)
  if (before.isAwaiting && isKnown) {
    return areSame(before.ids, kept) ? { ...before, isAwaiting: false } : begun(kept, isKnown)
  }
  const added = kept.filter((id) => !before.ids.includes(id))
  if (added.length === 0) return before
  return { ...before, ids: [...before.ids, ...added], since: before.since + added.length }
}
