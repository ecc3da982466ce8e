/**
 * Keeps the scroll position of a list of lines: at the end for who is there, else at the line that is read, whatever
 * lines come or go and however the list, its font or its window is resized.
 */
import { type RefObject, useEffect, useState } from "react"
import {
  type ListView,
  type ScrollAnchor,
  scrollAnchorOf,
  scrollCorrection,
} from "./scroll-anchor.ts"

/** Pixels from the end that still count as the end. */
const AT_END = 80

/** A line's text is the anchor: the name above it may come or go as lines are grouped anew. */
const textOf = (line: Element): Element => line.querySelector(".chat__text") ?? line

const NO_ANCHOR: ScrollAnchor<Element> = { scrollTop: 0, lines: [] }

export interface AnchoredScroll {
  /** Also right when the reader has scrolled and the scroll event is still to come. */
  readonly isAtEnd: () => boolean
  readonly toEnd: () => void
  /** The lines have changed. */
  readonly keep: () => void
  /** After a scroll event. Answers whether the reader is at the end. */
  readonly scrolled: () => boolean
  /** The list is empty. */
  readonly begin: () => void
}

class AnchoredList implements AnchoredScroll {
  readonly #list: RefObject<HTMLElement | null>
  readonly #items: RefObject<HTMLElement | null>
  #follows = true
  /** The scroll position of the end when the reader was there last: above it, they have scrolled. */
  #end = 0
  #place = NO_ANCHOR

  constructor(list: RefObject<HTMLElement | null>, items: RefObject<HTMLElement | null>) {
    this.#list = list
    this.#items = items
  }

  readonly isAtEnd = (): boolean =>
    this.#follows && (this.#list.current?.scrollTop ?? 0) >= this.#end - AT_END

  readonly toEnd = (): void => {
    const { current } = this.#list
    this.#follows = true
    if (current === null) return
    current.scrollTop = current.scrollHeight
    this.#end = current.scrollTop
    // The reader may scroll up from here before the scroll event comes.
    this.#place = scrollAnchorOf(this.#view(current))
  }

  readonly keep = (): void => {
    const { current } = this.#list
    if (current === null) return
    const { top } = current.getBoundingClientRect()
    const shift = scrollCorrection(this.#place, this.#view(current), (line) =>
      line.isConnected ? line.getBoundingClientRect().top - top : null,
    )
    if (shift !== 0) current.scrollTop += shift
    this.#place = scrollAnchorOf(this.#view(current))
  }

  readonly scrolled = (): boolean => {
    const { current } = this.#list
    if (current === null) return this.#follows
    const { scrollTop, scrollHeight, clientHeight } = current
    const end = scrollHeight - clientHeight
    // The list may have grown: scroll events come before resize events, and only the reader's own scroll leaves the end.
    const isNear = end - scrollTop <= AT_END
    this.#follows = isNear || this.isAtEnd()
    if (isNear) this.#end = end
    this.#place = scrollAnchorOf(this.#view(current))
    return this.#follows
  }

  readonly begin = (): void => {
    this.#follows = true
    this.#end = 0
    this.#place = NO_ANCHOR
  }

  readonly resized = (): void => {
    if (this.#follows) this.toEnd()
    else this.keep()
  }

  #view(list: HTMLElement): ListView<Element> {
    const { scrollTop, scrollHeight, clientHeight } = list
    const edge = list.getBoundingClientRect().top
    const lines = this.#items.current?.children
    return {
      scrollTop,
      maxScrollTop: scrollHeight - clientHeight,
      height: clientHeight,
      count: lines?.length ?? 0,
      line: (index) => {
        const line = lines?.[index]
        if (line === undefined) return undefined
        const key = textOf(line)
        const { top, bottom } = key.getBoundingClientRect()
        return { key, top: top - edge, bottom: bottom - edge }
      },
    }
  }
}

export const useScrollAnchor = (
  list: RefObject<HTMLElement | null>,
  items: RefObject<HTMLElement | null>,
): AnchoredScroll => {
  const [place] = useState(() => new AnchoredList(list, items))
  useEffect(() => {
    const watch = new ResizeObserver(place.resized)
    for (const { current } of [list, items]) if (current !== null) watch.observe(current)
    return () => {
      watch.disconnect()
    }
  }, [items, list, place])
  return place
}
