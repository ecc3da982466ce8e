/**
 * The chosen filters, each with a button that removes it. After a removal the focus moves to the next chip, or to the
 * filters after the last one.
 */
import { X } from "lucide-react"
import { useEffect, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { type FilterChip, filterChips, type GridFilter } from "@foldcast/rules/grid/filters"
import { Button } from "@foldcast/ui/button.tsx"
import { filterChipName } from "./filter-names.ts"
import { useFilterChanges } from "./use-grid-filter.ts"

export interface ChosenFiltersProps {
  readonly filter: GridFilter
  /** Called when no filter is left and the focused button is removed. */
  readonly onEmptied: () => void
}

/** Moves the focus to a chip after the chips have changed. */
const useFocusAfter = (chips: ReadonlyArray<FilterChip>) => {
  const list = useRef<HTMLUListElement>(null)
  const index = useRef<number | null>(null)
  useEffect(() => {
    if (index.current === null) return
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])]
    buttons[Math.min(index.current, buttons.length - 1)]?.focus()
    index.current = null
  }, [chips.length])
  const focusLater = (at: number) => {
    index.current = at
  }
  return { list, focusLater }
}

export function ChosenFilters({ filter, onEmptied }: ChosenFiltersProps) {
  const { remove, reset } = useFilterChanges()
  const chips = filterChips(filter)
  const { list, focusLater } = useFocusAfter(chips)
  const drop = (chip: FilterChip, at: number) => {
    if (chips.length === 1) onEmptied()
    else focusLater(at)
    remove(chip)
  }
  return (
    <div className="chosen-filters needs-script">
      <ul ref={list} aria-label={m.filters_chosen()} className="chosen-filters__list">
        {chips.map((chip, at) => {
          const name = filterChipName(chip)
          return (
            <li key={`${chip.group} ${chip.value}`}>
              <Button
                className="filter-chip"
                aria-label={m.filters_remove({ name })}
                onPress={() => {
                  drop(chip, at)
                }}
              >
                {name}
                <X size={16} aria-hidden="true" />
              </Button>
            </li>
          )
        })}
      </ul>
      <Button
        variant="link"
        className="chosen-filters__reset"
        onPress={() => {
          onEmptied()
          reset()
        }}
      >
        {m.filters_reset()}
      </Button>
    </div>
  )
}
