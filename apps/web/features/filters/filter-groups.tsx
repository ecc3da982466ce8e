/** The groups of one section, each with its options. Callers: the drawer, a section's popover. */
import {
  FILTER_GROUPS,
  FILTER_SECTIONS,
  type FilterGroup,
  type FilterSection,
} from "@foldcast/rules/grid/filters"
import { ChoicePill, ChoicePills } from "@foldcast/ui/choice-pills.tsx"
import { FILTER_GROUP_LABELS, filterValueName } from "./filter-names.ts"
import { useGridFilter } from "./use-grid-filter.ts"

export interface FilterGroupsProps {
  readonly section: FilterSection
  /** The first option takes the focus. */
  readonly autoFocus?: boolean
}

export function FilterGroups({ section, autoFocus = false }: FilterGroupsProps) {
  const { selectedFilters, set } = useGridFilter()
  const groups: ReadonlyArray<FilterGroup> = FILTER_SECTIONS[section]
  return groups.map((group, groupAt) => (
    <ChoicePills
      key={group}
      label={FILTER_GROUP_LABELS[group]()}
      value={[...(selectedFilters[group] ?? [])]}
      onChange={(values) => {
        set(group, values)
      }}
    >
      {FILTER_GROUPS[group].map((value, at) => (
        <ChoicePill key={value} value={value} autoFocus={autoFocus && groupAt + at === 0}>
          {filterValueName({ group, value })}
        </ChoicePill>
      ))}
    </ChoicePills>
  ))
}
