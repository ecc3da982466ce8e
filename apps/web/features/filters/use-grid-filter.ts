/**
 * The filter and the order in the page's address (ADR 0013): the chosen values, their chips, and every way to change
 * them. A change does not scroll the page and keeps the rest of the query. It replaces the current history entry, but
 * for the first one in an open panel, and the first change of the order: those add an entry, and Back takes off what
 * was chosen there (ADR 0064). A change that leads to what is chosen on the entry below goes back to it.
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
  removeFilter,
  setFilter,
} from "@foldcast/rules/grid/filters"
import { LIST_PARAMETERS, type ListParameter } from "@foldcast/rules/grid/list-parameters"
import type { GridOrder } from "@foldcast/rules/grid/orders"
import { usePageLocation } from "../site/use-page-location.ts"
import { FilterPanelContext } from "./filter-panel.ts"
import {
  choiceIn,
  filterIn,
  type FilterParameters,
  orderIn,
  unreadableIn,
  withFilter,
  withOrder,
  withoutParameters,
} from "./filter-query.ts"

/** The chosen filter; the same object until it changes. */
export const useChosenFilter = (): GridFilter => {
  const text = (usePageLocation().search as FilterParameters)["filter"]
  const key = typeof text === "string" ? text : JSON.stringify(text)
  // oxlint-disable-next-line react/exhaustive-deps -- The key is all there is of the text.
  return useMemo(() => filterIn({ filter: text }), [key])
}

export const useChosenOrder = (): GridOrder => orderIn(usePageLocation().search)

export interface FilterChanges {
  readonly add: (chip: FilterChip) => void
  readonly remove: (chip: FilterChip) => void
  /** Replaces a whole group; no values remove the group (GRID-28). */
  readonly set: (group: FilterGroup, values: ReadonlyArray<string>) => void
  readonly replace: (filter: GridFilter) => void
  /** Removes all filters and chips (GRID-27), and the order. */
  readonly reset: () => void
  readonly order: (order: GridOrder) => void
}

export const useFilterChanges = (): FilterChanges => {
  const navigate = useNavigate()
  const router = useRouter()
  const panel = use(FilterPanelContext)
  return useMemo(() => {
    const go = (next: (query: FilterParameters) => FilterParameters, isFirst: boolean) => {
      const { search, state } = router.latestLocation
      const filteredFrom = isFirst ? choiceIn(search) : state.filteredFrom
      if (panel === null && choiceIn(next(search)) === filteredFrom) {
        if (!isFirst) router.history.back()
        return
      }
      void navigate({
        to: ".",
        search: next,
        state: filteredFrom === undefined ? {} : { filteredFrom },
        replace: !isFirst,
        resetScroll: false,
      })
    }
    const isFirstInPanel = () => panel?.isFirstChange() === true
    const change = (next: (filter: GridFilter) => GridFilter) => {
      go((query) => withFilter(query, next(filterIn(query))), isFirstInPanel())
    }
    return {
      add: (chip) => change((filter) => addFilter(filter, chip)),
      remove: (chip) => change((filter) => removeFilter(filter, chip)),
      set: (group, values) => change((filter) => setFilter(filter, group, values)),
      replace: (filter) => change(() => filter),
      reset: () => go((query) => withoutParameters(query, LIST_PARAMETERS), isFirstInPanel()),
      order: (order) => {
        const isFirst = router.latestLocation.state.filteredFrom === undefined
        go((query) => withOrder(query, order), isFirst)
      },
    }
  }, [navigate, router, panel])
}

const useLeftOut = (names: ReadonlyArray<ListParameter>) => {
  const navigate = useNavigate()
  const leftOut = names.join()
  useEffect(() => {
    if (leftOut === "") return
    void navigate({
      to: ".",
      search: (query: FilterParameters) => withoutParameters(query, leftOut.split(",")),
      replace: true,
      resetScroll: false,
    })
  }, [leftOut, navigate])
}

/** Removes from the address what cannot be read of it, because the page then shows all performers as recommended. */
export const useReadableAddress = (): void => {
  useLeftOut(unreadableIn(usePageLocation().search))
}

/** Removes filter and order from the address of a page without filters. */
export const useUnfilteredAddress = (): void => {
  const { search } = usePageLocation()
  useLeftOut(LIST_PARAMETERS.filter((name) => name in search))
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
