/**
 * The filter in the page's address (ADR 0013): the chosen values, their chips, and every way to change them. A
 * change does not scroll the page and keeps the rest of the query. It replaces the current history entry, but for the
 * first one in an open panel, which adds an entry: Back takes off what was chosen there (ADR 0064). A change that
 * leads to the filter of the entry below goes back to it.
 *
 * Invariant: a change builds on the pending address, so that two quick presses both count.
 */
import { useNavigate, useRouter } from "@tanstack/react-router"
import { use, useEffect, useMemo } from "react"
import {
  addFilter,
  type FilterChip,
  filterChips,
  type FilterGroup,
  type GridFilter,
  NO_FILTER,
  removeFilter,
  setFilter,
  writeFilter,
} from "@foldcast/rules/grid/filters"
import { usePageLocation } from "../site/use-page-location.ts"
import { FilterPanelContext } from "./filter-panel.ts"
import { filterIn, isUnreadable, type FilterParameters, withFilter } from "./filter-query.ts"

/** The chosen filter; the same object until it changes. */
export const useChosenFilter = (): GridFilter => {
  const text = (usePageLocation().search as FilterParameters)["filter"]
  const key = typeof text === "string" ? text : JSON.stringify(text)
  // oxlint-disable-next-line react/exhaustive-deps -- The key is all there is of the text.
  return useMemo(() => filterIn({ filter: text }), [key])
}

export interface FilterChanges {
  readonly add: (chip: FilterChip) => void
  readonly remove: (chip: FilterChip) => void
  /** Replaces a whole group; no values remove the group (GRID-28). */
  readonly set: (group: FilterGroup, values: ReadonlyArray<string>) => void
  readonly replace: (filter: GridFilter) => void
  /** Removes all filters and chips (GRID-27). */
  readonly reset: () => void
}

export const useFilterChanges = (): FilterChanges => {
  const navigate = useNavigate()
  const router = useRouter()
  const panel = use(FilterPanelContext)
  return useMemo(() => {
    const change = (next: (filter: GridFilter) => GridFilter) => {
      const { search, state } = router.latestLocation
      const before = filterIn(search)
      const isFirst = panel?.isFirstChange() === true
      const filteredFrom = isFirst ? writeFilter(before) : state.filteredFrom
      if (panel === null && writeFilter(next(before)) === filteredFrom) {
        router.history.back()
        return
      }
      void navigate({
        to: ".",
        search: (query: FilterParameters) => withFilter(query, next(filterIn(query))),
        state: filteredFrom === undefined ? {} : { filteredFrom },
        replace: !isFirst,
        resetScroll: false,
      })
    }
    return {
      add: (chip) => change((filter) => addFilter(filter, chip)),
      remove: (chip) => change((filter) => removeFilter(filter, chip)),
      set: (group, values) => change((filter) => setFilter(filter, group, values)),
      replace: (filter) => change(() => filter),
      reset: () => change(() => NO_FILTER),
    }
  }, [navigate, router, panel])
}

const useFilterLeftOut = (isLeftOut: boolean) => {
  const { reset } = useFilterChanges()
  useEffect(() => {
    if (isLeftOut) reset()
  }, [isLeftOut, reset])
}

/** Removes an unreadable filter from the address, because the page then shows all performers. */
export const useReadableAddress = (): void => {
  useFilterLeftOut(isUnreadable(usePageLocation().search))
}

/** Removes the filter from the address of a page without filters. */
export const useUnfilteredAddress = (): void => {
  useFilterLeftOut("filter" in usePageLocation().search)
}

export interface GridFilterState extends FilterChanges {
  readonly selectedFilters: GridFilter
  readonly chips: ReadonlyArray<FilterChip>
}

export const useGridFilter = (): GridFilterState => {
  const selectedFilters = useChosenFilter()
  const changes = useFilterChanges()
  return { ...changes, selectedFilters, chips: filterChips(selectedFilters) }
}
