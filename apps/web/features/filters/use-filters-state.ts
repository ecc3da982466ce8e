/** The state of the filters above a list (GRID-12). */
import { useState } from "react"
import type { FilterChip, GridFilter } from "@foldcast/rules/grid/filters"
import { useGridFilter } from "./use-grid-filter.ts"

export interface FiltersState {
  readonly selectedFilters: GridFilter
  readonly chips: ReadonlyArray<FilterChip>
  readonly drawerOpen: boolean
}

export const useFiltersState = (): FiltersState & {
  readonly setDrawerOpen: (isOpen: boolean) => void
} => {
  const { selectedFilters, chips } = useGridFilter()
  const [drawerOpen, setDrawerOpen] = useState(false)
  return { selectedFilters, chips, drawerOpen, setDrawerOpen }
}
