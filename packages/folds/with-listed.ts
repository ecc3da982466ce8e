/** A member's list of performers, newest first, as one of them is put on it or taken off. Pure. */

/** Null: no list has come, and a change before it must not look like the whole list. */
export const withListed = (
  ids: ReadonlyArray<string> | null,
  performerId: string,
  isListed: boolean,
): ReadonlyArray<string> | null => {
  if (ids === null || ids.includes(performerId) === isListed) return ids
  return isListed ? [performerId, ...ids] : ids.toSpliced(ids.indexOf(performerId), 1)
}
