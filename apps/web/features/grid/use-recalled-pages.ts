/**
 * Restores a list after a reload: requests as many pages as were loaded before, in one request, and appends them to
 * the first page that came with the document, so that the scroll position exists again. Invariant: pages that fail
 * to load here load by scrolling, as any page.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { MAX_LIMIT } from "@foldcast/rules/grid/list"
import { storePages, pagesAt } from "../../runtime/stores/list-pages.ts"
import type { GridSource } from "./grid-source.ts"

/** The number of pages that the list had, limited to what one request returns. */
export const pagesRecalled = (entry: string, { limit }: Pick<GridSource, "limit">): number =>
  Math.min(pagesAt(entry), Math.floor(MAX_LIMIT / limit))

export interface Recalling {
  readonly entry: string
  readonly source: GridSource
  /** The loaded pages; 0: none yet, or another list's. */
  readonly pages: number
  readonly recall: (pages: number, signal: AbortSignal) => Promise<void>
}

export interface RecalledPages {
  /** The last page that is loading; null where none are. */
  readonly last: number | null
  /** The same, but readable before a render: the end of a list that is still short is near at once. */
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
