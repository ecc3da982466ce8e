/** Opens the filters on a phone; the drawer is prefetched on approach. */
import { ListFilter } from "lucide-react"
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { lazyOverlay, useApproachWhenIdle } from "../site/lazy-overlay.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"

const drawer = lazyOverlay(async () => (await import("./filters-drawer.tsx")).FiltersDrawer)

export interface FiltersButtonProps {
  readonly category: string | null
  /** The number of chosen filters. */
  readonly chosen: number
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}

export function FiltersButton({ category, chosen, isOpen, setOpen }: FiltersButtonProps) {
  const [isMounted, setMounted] = useState(false)
  const Drawer = drawer.Component
  useApproachWhenIdle(drawer)
  return (
    <>
      <Button
        className="filter-opener"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...(chosen > 0 && {
          "aria-label": m.filters_button_chosen({ formatted: String(chosen) }),
        })}
        onHoverStart={drawer.approach}
        onFocus={drawer.approach}
        onPress={() => {
          setMounted(true)
          setOpen(true)
        }}
      >
        <ListFilter size={18} aria-hidden="true" />
        {m.nav_filters()}
        {chosen > 0 && (
          <span className="filter-opener__count tabular" translate="no">
            {chosen}
          </span>
        )}
      </Button>
      {isMounted && (
        <LazyBoundary
          isOpen={isOpen}
          onClose={() => {
            setOpen(false)
          }}
        >
          <Drawer
            category={category}
            isOpen={isOpen}
            onClose={() => {
              setOpen(false)
            }}
          />
        </LazyBoundary>
      )}
    </>
  )
}
