/** Opens one section of the filters and shows how many of its filters are chosen. */
import { ChevronDown } from "lucide-react"
import { useRef, useState } from "react"
import { m } from "@foldcast/messages/messages"
import { FILTER_SECTIONS, type FilterSection, type GridFilter } from "@foldcast/rules/grid/filters"
import { Button } from "@foldcast/ui/button.tsx"
import { lazyOverlay, useApproachWhenIdle } from "../site/lazy-overlay.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { FILTER_SECTION_NAMES } from "./filter-sections.ts"

const popover = lazyOverlay(async () => (await import("./section-popover.tsx")).SectionPopover)

export interface SectionButtonProps {
  readonly section: FilterSection
  readonly category: string | null
  readonly filter: GridFilter
  /** Only its sign: it belongs to the button before it, which says what it is about. */
  readonly isBare?: boolean
}

export function SectionButton({ section, category, filter, isBare = false }: SectionButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const name = FILTER_SECTION_NAMES[section]()
  const chosen = FILTER_SECTIONS[section].flatMap((group) => filter[group] ?? []).length
  const Popover = popover.Component
  useApproachWhenIdle(popover)
  return (
    <>
      <Button
        ref={trigger}
        className="filter-opener"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...(isBare && { "aria-label": name })}
        {...(chosen > 0 && {
          "aria-label": m.filters_section_chosen({ name, formatted: String(chosen) }),
        })}
        onHoverStart={popover.approach}
        onFocus={popover.approach}
        onPress={() => {
          setOpen(true)
        }}
      >
        {isBare ? null : name}
        {chosen > 0 && (
          <span className="filter-opener__count tabular" translate="no">
            {chosen}
          </span>
        )}
        <ChevronDown size={16} aria-hidden="true" />
      </Button>
      {isOpen && (
        <LazyBoundary
          isOpen
          onClose={() => {
            setOpen(false)
          }}
        >
          <Popover
            section={section}
            category={category}
            triggerRef={trigger}
            onClose={() => {
              setOpen(false)
            }}
          />
        </LazyBoundary>
      )}
    </>
  )
}
