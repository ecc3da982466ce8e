/**
 * The filter of the page's address (ADR 0013): what is chosen, its chips, and every way to change it. A change
 * replaces the address where it is, moves nothing on the page and carries the rest of the query along.
 *
 * Invariant: a change builds on the address as it will be, so that of two quick presses none is lost.
 */
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useMemo } from "react"
import {
  addFilter,
  type FilterChip,
  filterChips,
  type FilterGroup,
  type GridFilter,
  NO_FILTER,
  removeFilter,
  setFilter,
} from "@foldcast/rules/grid/filters"
import { usePageLocation } from "../site/use-page-location.ts"
import { filterIn, isUnreadable, type FilterParameters, withFilter } from "./filter-query.ts"

/** What the visitor chose; the same object until it changes. */
export const useChosenFilter = (): GridFilter => {
  const text = (usePageLocation().search as FilterParameters)["filter"]
  const key = typeof text === "string" ? text : JSON.stringify(text)
  // oxlint-disable-next-line react/exhaustive-deps -- The key is all there is of the text.
  return useMemo(() => filterIn({ filter: text }), [key])
}

export interface FilterChanges {
  readonly add: (chip: FilterChip) => void
  readonly remove: (chip: FilterChip) => void
  /** The whole of a group; no values take the group away (GRID-28). */
  readonly set: (group: FilterGroup, values: ReadonlyArray<string>) => void
  /** The whole filter. */
  readonly replace: (filter: GridFilter) => void
  /** Neither filters nor chips remain (GRID-27). */
  readonly reset: () => void
}

export const useFilterChanges = (): FilterChanges => {
  const navigate = useNavigate()
  return useMemo(() => {
    const change = (next: (filter: GridFilter) => GridFilter) => {
      void navigate({
        to: ".",
        search: (query: FilterParameters) => withFilter(query, next(filterIn(query))),
        replace: true,
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
  }, [navigate])
}

const useFilterLeftOut = (isLeftOut: boolean) => {
  const { reset } = useFilterChanges()
  useEffect(() => {
    if (isLeftOut) reset()
  }, [isLeftOut, reset])
}

/** What nobody can read does not stay in the address of a page that shows everybody. */
export const useReadableAddress = (): void => {
  useFilterLeftOut(isUnreadable(usePageLocation().search))
}

/** No filter stays in the address of a page that has none. */
export const useUnfilteredAddress = (): void => {
  useFilterLeftOut("filter" in usePageLocation().search)
}

export interface GridFilterState extends FilterChanges {
  /** By their groups. */
  readonly selectedFilters: GridFilter
  readonly chips: ReadonlyArray<FilterChip>
}

export const useGridFilter = (): GridFilterState => {
  const selectedFilters = useChosenFilter()
  const changes = useFilterChanges()
  return { ...changes, selectedFilters, chips: filterChips(selectedFilters) }
}
