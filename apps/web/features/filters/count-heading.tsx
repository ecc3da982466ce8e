/** The heading of a list: how many performers it has, announced when that changes. */
import type { GridFilter } from "@foldcast/rules/grid/filters"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { countText, useFilterCount } from "./use-filter-count.ts"

export interface CountHeadingProps {
  readonly category: string | null
  readonly filter: GridFilter
}

export function CountHeading({ category, filter }: CountHeadingProps) {
  const counted = useFilterCount(category, filter)
  return (
    <div role="status" className="grid-tools__head">
      <h2 className="filter-count tabular">
        <TextRun>{counted === null ? m.grid_title() : countText(counted)}</TextRun>
      </h2>
    </div>
  )
}
