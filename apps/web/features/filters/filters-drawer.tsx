/** All filters on a phone: links to other lists, every section, and the number of matching performers. */
import { useDeferredValue, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { FILTER_SECTIONS, type FilterSection, isEmptyFilter } from "@foldcast/rules/grid/filters"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { SiteDrawer } from "../site/site-window.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { CategoryPills } from "./category-pills.tsx"
import { FilterGroups } from "./filter-groups.tsx"
import { FilterPanelContext, useFilterPanel } from "./filter-panel.ts"
import { FILTER_SECTION_NAMES } from "./filter-sections.ts"
import { countText, useFilterCount } from "./use-filter-count.ts"
import { useGridFilter } from "./use-grid-filter.ts"
import "./filters.css"

const SECTIONS = Object.keys(FILTER_SECTIONS) as ReadonlyArray<FilterSection>

function Footer({ category, onClose }: Omit<FiltersDrawerProps, "isOpen">) {
  const { selectedFilters, reset } = useGridFilter()
  const counted = useFilterCount(category, selectedFilters)
  const show = useRef<HTMLButtonElement>(null)
  return (
    <footer className="filters-drawer__end">
      <VisuallyHidden>
        <span role="status">
          <TextRun>{counted === null ? null : countText(counted)}</TextRun>
        </span>
      </VisuallyHidden>
      <Button
        isDisabled={isEmptyFilter(selectedFilters)}
        onPress={() => {
          // A disabled button that keeps the focus receives no keys.
          show.current?.focus()
          reset()
        }}
      >
        {m.filters_reset()}
      </Button>
      <Button
        ref={show}
        variant="primary"
        className="filters-drawer__show tabular"
        onPress={onClose}
      >
        {counted === null ? m.filters_show_unknown() : m.filters_show({ ...counted })}
      </Button>
    </footer>
  )
}

export interface FiltersDrawerProps {
  /** A slug; null: all performers. */
  readonly category: string | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The drawer renders first: on a slow phone its hundred options would delay the press. */
function Body({ onClose }: Pick<FiltersDrawerProps, "onClose">) {
  const isFilled = useDeferredValue(true, false)
  return (
    <div className="filters-drawer__body">
      {isFilled && <CategoryPills onChosen={onClose} />}
      {isFilled &&
        SECTIONS.map((section) =>
          FILTER_SECTIONS[section].length === 1 ? (
            <FilterGroups key={section} section={section} />
          ) : (
            <section key={section} className="filters-drawer__section">
              <h3>{FILTER_SECTION_NAMES[section]()}</h3>
              <FilterGroups section={section} />
            </section>
          ),
        )}
    </div>
  )
}

export function FiltersDrawer({ category, isOpen, onClose }: FiltersDrawerProps) {
  const panel = useFilterPanel(isOpen)
  return (
    <SiteDrawer
      layer="filters"
      isOpen={isOpen}
      title={m.filters_title()}
      closeLabel={m.filters_close()}
      onClose={onClose}
    >
      <FilterPanelContext value={panel}>
        <Body onClose={onClose} />
        <Footer category={category} onClose={onClose} />
      </FilterPanelContext>
    </SiteDrawer>
  )
}
