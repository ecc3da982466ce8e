/**
 * A scroll anchor for a list of lines: the line that is read stays where it is, whatever is added or removed around it.
 * The browser's own `overflow-anchor` is switched off, so that all browsers behave alike. Pure.
 */

export interface LineBox<Key> {
  readonly key: Key
  /** Pixels from the upper edge of the visible part. */
  readonly top: number
  readonly bottom: number
}

/** The visible part of a list; `line` measures one of its lines, from top to bottom. */
export interface ListView<Key> {
  readonly scrollTop: number
  readonly maxScrollTop: number
  readonly height: number
  readonly count: number
  readonly line: (index: number) => LineBox<Key> | undefined
}

export interface ScrollAnchor<Key> {
  readonly scrollTop: number
  /** The lines in view, the uppermost first: if that one is removed, the next is the anchor. */
  readonly lines: ReadonlyArray<LineBox<Key>>
}

/** So many lines may be removed at once. */
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

/** How far the reader scrolled; a list that became shorter is scrolled back by the browser, which does not count. */
const readerScroll = (before: number, { scrollTop, maxScrollTop }: ListView<unknown>): number =>
  scrollTop < before && scrollTop >= maxScrollTop - 1 ? 0 : scrollTop - before

/**
 * Pixels to scroll by. `topNow`: where a line is now, from the same edge; null where it was removed. If every line that
 * was in view is gone, so are those above it, and the list is scrolled to its top.
 */
export const scrollCorrection = <Key>(
  place: ScrollAnchor<Key>,
  view: ListView<Key>,
  topNow: (key: Key) => number | null,
): number => {
  const own = readerScroll(place.scrollTop, view)
  for (const { key, top } of place.lines) {
    const now = topNow(key)
    if (now !== null) return now - (top - own)
  }
  return place.lines.length === 0 ? 0 : -view.scrollTop
}
