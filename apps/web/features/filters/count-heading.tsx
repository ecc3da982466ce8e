/** How many performers a list has, announced when that changes: the list's heading, and a word where it has none. */
import type { GridFilter } from "@foldcast/rules/grid/filters"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
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

/** Beside a list that is empty and has no heading; the page shows what to do about it. */
export function NobodyCounted({ category, filter }: CountHeadingProps) {
  const counted = useFilterCount(category, filter)
  return (
    <VisuallyHidden>
      <span role="status">
        <TextRun>{counted?.count === 0 ? countText(counted) : null}</TextRun>
      </span>
    </VisuallyHidden>
  )
}
