/**
 * An open panel of filters. The first change in it adds an entry to the history, those after it replace that entry;
 * a panel that closes with the filter it was opened with leaves no entry (ADR 0064).
 */
import { useRouter } from "@tanstack/react-router"
import { createContext, useEffect, useMemo, useRef } from "react"
import { whenLayersSettle } from "../../runtime/layers.ts"
import { choiceIn } from "./filter-query.ts"

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What is chosen on the entry below (`choiceIn`), from which a panel or the order led here; "" for nothing. */
    readonly filteredFrom?: string
  }
}

export interface FilterPanel {
  /** True once for each opening. */
  readonly isFirstChange: () => boolean
}

/** Null outside a panel. */
export const FilterPanelContext = createContext<FilterPanel | null>(null)

export const useFilterPanel = (isOpen: boolean): FilterPanel => {
  const router = useRouter()
  const hasChanged = useRef(false)
  useEffect(() => {
    if (!isOpen) return
    hasChanged.current = false
    return () => {
      if (!hasChanged.current) return
      const leaveNoEntry = async () => {
        await whenLayersSettle()
        const { search, state } = router.latestLocation
        if (choiceIn(search) === state.filteredFrom) router.history.back()
      }
      void leaveNoEntry()
    }
  }, [isOpen, router])
  return useMemo(
    () => ({
      isFirstChange: () => {
        const isFirst = !hasChanged.current
        hasChanged.current = true
        return isFirst
      },
    }),
    [],
  )
}
