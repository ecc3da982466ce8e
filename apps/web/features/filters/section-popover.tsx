/** One section of the filters beside its button, on a wide screen. The list behind it updates with each choice. */
import type { RefObject } from "react"
import { m } from "@foldcast/messages/messages"
import { FILTER_SECTIONS, type FilterSection } from "@foldcast/rules/grid/filters"
import { Button } from "@foldcast/ui/button.tsx"
import { Popover } from "@foldcast/ui/popover.tsx"
import { useLayer } from "../site/use-layer.ts"
import { FilterCount } from "./filter-count.tsx"
import { FilterGroups } from "./filter-groups.tsx"
import { FilterPanelContext, useFilterPanel } from "./filter-panel.ts"
import { FILTER_SECTION_NAMES } from "./filter-sections.ts"
import { useFilterChanges, useChosenFilter } from "./use-grid-filter.ts"
import "./filters.css"

/** The page's own edge on a wide screen (grid.css): no panel stands out of what it is about. */
const PAGE_EDGE = 24

type SectionProps = Pick<SectionPopoverProps, "section" | "category">

function Section({ section, category }: SectionProps) {
  const filter = useChosenFilter()
  const { set } = useFilterChanges()
  const chosen = FILTER_SECTIONS[section].filter((group) => filter[group] !== undefined)
  return (
    <>
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
    </>
  )
}

export interface SectionPopoverProps {
  readonly section: FilterSection
  readonly category: string | null
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function SectionPopover({ section, category, triggerRef, onClose }: SectionPopoverProps) {
  useLayer("filterSection", true, onClose)
  return (
    <Popover
      isOpen
      triggerRef={triggerRef}
      onClose={onClose}
      label={FILTER_SECTION_NAMES[section]()}
      side="start"
      margin={PAGE_EDGE}
    >
      <FilterPanelContext value={useFilterPanel(true)}>
        <Section section={section} category={category} />
      </FilterPanelContext>
    </Popover>
  )
}
