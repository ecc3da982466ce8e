/**
 * Keeps a list of lines where it is read: at its end for who is there, at the same line for who reads further up,
 * whatever lines come or go, and whatever size they, the list, its font or its window take.
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

/** What of a line is read: above it a name may come or go, as lines are grouped anew. */
const wordsOf = (line: Element): Element => line.querySelector(".chat__text") ?? line

const NOWHERE: ScrollAnchor<Element> = { scrollTop: 0, lines: [] }

export interface AnchoredScroll {
  /** As it was when the reader scrolled last, told of that or not yet. */
  readonly isAtEnd: () => boolean
  readonly toEnd: () => void
  /** The lines have changed. */
  readonly keep: () => void
  /** By the reader, or by this. Answers whether they are at the end. */
  readonly scrolled: () => boolean
  /** The list is empty. */
  readonly begin: () => void
}

class AnchoredList implements AnchoredScroll {
  readonly #list: RefObject<HTMLElement | null>
  readonly #items: RefObject<HTMLElement | null>
  #follows = true
  /** Where the end was when somebody was there last: whoever is above it has scrolled, told of or not yet. */
  #end = 0
  #place = NOWHERE

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
    // Whoever scrolls up next does so from here, told of or not.
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
    // The list may have grown since: a scroll is told of before a size is, and only the reader's own leaves the end.
    const isNear = end - scrollTop <= AT_END
    this.#follows = isNear || this.isAtEnd()
    if (isNear) this.#end = end
    this.#place = scrollAnchorOf(this.#view(current))
    return this.#follows
  }

  readonly begin = (): void => {
    this.#follows = true
    this.#end = 0
    this.#place = NOWHERE
  }

  /** The list, or what is in it, has another size. */
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
        const key = wordsOf(line)
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
