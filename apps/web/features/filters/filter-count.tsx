/** The number of performers that match the filter, announced when it changes. */
import type { GridFilter } from "@foldcast/rules/grid/filters"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { countText, useFilterCount } from "./use-filter-count.ts"

export interface FilterCountProps {
  readonly category: string | null
  readonly filter: GridFilter
}

export function FilterCount({ category, filter }: FilterCountProps) {
  const counted = useFilterCount(category, filter)
  return (
    <span role="status" className="filter-count tabular">
      <TextRun>{counted === null ? null : countText(counted)}</TextRun>
    </span>
  )
}
