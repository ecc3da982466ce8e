/** The groups of one section, each with its options. */
import { memo, useCallback } from "react"
import {
  FILTER_GROUPS,
  FILTER_SECTIONS,
  type FilterGroup,
  type FilterSection,
} from "@foldcast/rules/grid/filters"
import { ChoicePill, ChoicePills } from "@foldcast/ui/choice-pills.tsx"
import { FILTER_GROUP_LABELS, filterValueName } from "./filter-names.ts"
import { useChosenFilter, useFilterChanges } from "./use-grid-filter.ts"

interface OptionsProps {
  readonly group: FilterGroup
  /** The values as one text, so that an equal value does not render again. */
  readonly chosen: string
  readonly autoFocus: boolean
}

const Options = memo(function Options({ group, chosen, autoFocus }: OptionsProps) {
  const { add, remove } = useFilterChanges()
  const change = useCallback(
    (value: string, isChosen: boolean) => {
      if (isChosen) add({ group, value })
      else remove({ group, value })
    },
    [group, add, remove],
  )
  const values = chosen.split(" ")
  return (
    <ChoicePills label={FILTER_GROUP_LABELS[group]()}>
      {FILTER_GROUPS[group].map((value, at) => (
        <ChoicePill
          key={value}
          value={value}
          text={filterValueName({ group, value })}
          isChosen={values.includes(value)}
          onChange={change}
          takesFocus={autoFocus && at === 0}
        />
      ))}
    </ChoicePills>
  )
})

export interface FilterGroupsProps {
  readonly section: FilterSection
  /** True: the first option takes the focus. */
  readonly autoFocus?: boolean
}

export function FilterGroups({ section, autoFocus = false }: FilterGroupsProps) {
  const filter = useChosenFilter()
  const groups: ReadonlyArray<FilterGroup> = FILTER_SECTIONS[section]
  return groups.map((group, at) => (
    <Options
      key={group}
      group={group}
      chosen={(filter[group] ?? []).join(" ")}
      autoFocus={autoFocus && at === 0}
    />
  ))
}
