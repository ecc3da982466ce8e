/**
 * Whom the favourites page shows: everybody who was kept while it was open, who came later last, so that a heart
 * that was taken back by a slip is still there. What the tab recalled gives way to the member's list when that
 * comes. Pure.
 */
export interface EverKept {
  readonly ids: ReadonlyArray<string>
  /** How many of them were kept since the page was opened, in another tab or on another device. */
  readonly since: number
  /** What the tab recalled: another list than the member's, unless that says the same. */
  readonly isRecalled: boolean
  /** The member's list has not come since the page was opened. */
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

/** The same where nothing is new. */
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
