/**
 * Where in a list of lines somebody reads, and by how much the list is to be scrolled so that they stay on the same
 * line whatever changed above or around it. Browsers that keep such a place themselves (`overflow-anchor`) are told
 * not to: one rule for all of them. Pure.
 */

export interface LineBox<Key> {
  readonly key: Key
  /** Pixels from the upper edge of what is seen of the list. */
  readonly top: number
  readonly bottom: number
}

/** What is seen of a list: its lines from above to below, looked up as they are asked for. */
export interface ListView<Key> {
  readonly scrollTop: number
  /** As far as it can be scrolled. */
  readonly maxScrollTop: number
  readonly height: number
  readonly count: number
  readonly line: (index: number) => LineBox<Key> | undefined
}

export interface ScrollAnchor<Key> {
  readonly scrollTop: number
  /** The lines in view, the uppermost first: where that one goes, the next stands for it. */
  readonly lines: ReadonlyArray<LineBox<Key>>
}

/** Lines that are remembered: so many may go at once. */
const MAX_REMEMBERED = 24

const firstInView = <Key>({ count, line }: ListView<Key>): number => {
  let [from, to] = [0, count]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if ((line(middle)?.bottom ?? 0) > 0) to = middle
    else from = middle + 1
  }
  return from
}

export const scrollAnchorOf = <Key>(view: ListView<Key>): ScrollAnchor<Key> => {
  const lines: Array<LineBox<Key>> = []
  for (let index = firstInView(view); lines.length < MAX_REMEMBERED; index += 1) {
    const box = view.line(index)
    if (box === undefined || (box.top >= view.height && lines.length > 0)) break
    lines.push(box)
  }
  return { scrollTop: view.scrollTop, lines }
}

/** A list that became shorter is scrolled back by the browser; anything else was the reader's own doing. */
const ownScroll = (before: number, { scrollTop, maxScrollTop }: ListView<unknown>): number =>
  scrollTop < before && scrollTop >= maxScrollTop - 1 ? 0 : scrollTop - before

/**
 * Pixels to scroll by. `topNow`: where a line is now, from the same edge; null where it is gone. Where all that was in
 * view is gone, so is what was above it: what is left begins at its top.
 */
export const scrollCorrection = <Key>(
  place: ScrollAnchor<Key>,
  view: ListView<Key>,
  topNow: (key: Key) => number | null,
): number => {
  const own = ownScroll(place.scrollTop, view)
  for (const { key, top } of place.lines) {
    const now = topNow(key)
    if (now !== null) return now - (top - own)
  }
  return place.lines.length === 0 ? 0 : -view.scrollTop
}
