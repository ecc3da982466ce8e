/** One section of the filters beside its button, on a wide screen. The list behind it updates with each choice. */
import type { RefObject } from "react"
import { m } from "@foldcast/messages/messages"
import { FILTER_SECTIONS, type FilterSection } from "@foldcast/rules/grid/filters"
import { Button } from "@foldcast/ui/button.tsx"
import { Popover } from "@foldcast/ui/popover.tsx"
import { FilterCount } from "./filter-count.tsx"
import { FilterGroups } from "./filter-groups.tsx"
import { FILTER_SECTION_NAMES } from "./filter-sections.ts"
import { useFilterChanges, useChosenFilter } from "./use-grid-filter.ts"
import "./filters.css"

export interface SectionPopoverProps {
  readonly section: FilterSection
  readonly category: string | null
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function SectionPopover({ section, category, triggerRef, onClose }: SectionPopoverProps) {
  const filter = useChosenFilter()
  const { set } = useFilterChanges()
  const chosen = FILTER_SECTIONS[section].filter((group) => filter[group] !== undefined)
  return (
    <Popover
      isOpen
      triggerRef={triggerRef}
      onClose={onClose}
      label={FILTER_SECTION_NAMES[section]()}
      side="start"
    >
      <div className="filter-section" data-section={section}>
        <FilterGroups section={section} autoFocus />
      </div>
      <div className="filter-section__end">
        <FilterCount category={category} filter={filter} />
        {chosen.length > 0 && (
          <Button
            variant="link"
            onPress={() => {
              for (const group of chosen) set(group, [])
            }}
          >
            {m.filters_reset_section()}
          </Button>
        )}
      </div>
    </Popover>
  )
}
