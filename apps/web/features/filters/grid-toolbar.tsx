/**
 * The toolbar above a list of performers: the categories, who is live and the other statuses, the filters (a drawer on
 * a phone, sections with popovers on a wide screen) and the chosen filters.
 */
import { useRef } from "react"
import { FILTER_SECTIONS, type FilterSection, NO_FILTER } from "@foldcast/rules/grid/filters"
import { classNames } from "@foldcast/ui/class-names"
import { SearchBar } from "../search/search-bar.tsx"
import { LAYOUTS } from "../site/layouts.ts"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { CategoryBar } from "./category-bar.tsx"
import type { ChosenFiltersProps } from "./chosen-filters.tsx"
import { FiltersButton } from "./filters-button.tsx"
import { isLiveNow, LiveNowButton } from "./live-now-button.tsx"
import { SectionButton } from "./section-button.tsx"
import { useFiltersState } from "./use-filters-state.ts"
import "./grid-toolbar.css"

const chosenFilters = lazyOverlay<ChosenFiltersProps>(
  async () => (await import("./chosen-filters.tsx")).ChosenFilters,
)

/** The statuses stand at the button of those who are live, which is one of them. */
const SECTIONS = (Object.keys(FILTER_SECTIONS) as ReadonlyArray<FilterSection>).filter(
  (section) => section !== "onlineStatus",
)

export interface GridToolbarProps {
  /** A slug; null: all performers. */
  readonly category: string | null
}

export function GridToolbar({ category }: GridToolbarProps) {
  const { selectedFilters, chips, drawerOpen, setDrawerOpen } = useFiltersState()
  // The plain layout has no links except to the listed performers, and the search stands here.
  const { hasNavigation } = LAYOUTS[usePageFrame().brand.layout]
  const openers = useRef<HTMLDivElement>(null)
  const Chosen = chosenFilters.Component
  const focusFilters = () => {
    const buttons = [...(openers.current?.querySelectorAll("button") ?? [])]
    buttons.find((button) => button.getClientRects().length > 0)?.focus()
  }
  return (
    <div className="grid-toolbar">
      {hasNavigation && <CategoryBar category={category} />}
      <div className={classNames("grid-toolbar__row", hasNavigation && "needs-script")}>
        {!hasNavigation && <SearchBar />}
        <div className="live-now-statuses needs-script">
          <LiveNowButton filter={selectedFilters} />
          <SectionButton
            section="onlineStatus"
            category={category}
            // That button says this choice itself.
            filter={isLiveNow(selectedFilters) ? NO_FILTER : selectedFilters}
            isBare
          />
        </div>
        <div ref={openers} className="grid-toolbar__filters needs-script">
          <div className="grid-toolbar__drawer">
            <FiltersButton
              category={category}
              chosen={chips.length}
              isOpen={drawerOpen}
              setOpen={setDrawerOpen}
            />
          </div>
          <div className="grid-toolbar__sections">
            {SECTIONS.map((section) => (
              <SectionButton
                key={section}
                section={section}
                category={category}
                filter={selectedFilters}
              />
            ))}
          </div>
        </div>
      </div>
      {chips.length > 0 && (
        <LazyBoundary>
          <Chosen filter={selectedFilters} onEmptied={focusFilters} />
        </LazyBoundary>
      )}
    </div>
  )
}
