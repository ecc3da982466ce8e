/**
 * A list that was here before the document came anew: as many of its pages as there were are asked for in one call,
 * behind the first one that came with the document, so that the place on the page is there again. Invariant: what
 * could not be had is asked for again by scrolling, as any page.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { MAX_LIMIT } from "@foldcast/rules/grid/list"
import { storePages, pagesAt } from "../../runtime/stores/list-pages.ts"
import type { GridSource } from "./grid-source.ts"

/** How many pages the list had, as far as one call brings them. */
export const pagesRecalled = (entry: string, { limit }: Pick<GridSource, "limit">): number =>
  Math.min(pagesAt(entry), Math.floor(MAX_LIMIT / limit))

export interface Recalling {
  readonly entry: string
  readonly source: GridSource
  /** Pages that are here; 0: nothing yet, or another list's. */
  readonly pages: number
  readonly recall: (pages: number, signal: AbortSignal) => Promise<void>
}

export interface RecalledPages {
  /** The last page of those on their way; null where none are. */
  readonly last: number | null
  /** The same before it is rendered: the end of a list that is short for now is near at once. */
  readonly areComing: () => boolean
}

export const useRecalledPages = ({ entry, source, pages, recall }: Recalling): RecalledPages => {
  const [last, setLast] = useState<number | null>(null)
  const underWay = useRef<AbortController | null>(null)
  const ask = useEffectEvent(recall)
  const { limit } = source
  useEffect(() => {
    if (pages === 0) return
    const wanted = pagesRecalled(entry, { limit })
    if (wanted <= pages) {
      storePages(entry, pages)
      return
    }
    const asking = new AbortController()
    underWay.current = asking
    const end = () => {
      if (underWay.current !== asking) return
      underWay.current = null
      setLast(null)
    }
    setLast(wanted)
    ask(wanted, asking.signal).then(end, end)
    return () => {
      asking.abort()
      end()
    }
  }, [entry, pages, limit])
  return { last, areComing: () => underWay.current !== null }
}
