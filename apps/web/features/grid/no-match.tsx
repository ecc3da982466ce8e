/**
 * Suggests filters to remove when no performer matches, each with the number of matches without it, and shows who is
 * live whatever the filters.
 */
import type { PerformerCountAnswer } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import {
  type FilterChip,
  filterChips,
  type GridFilter,
  removeFilter,
} from "@foldcast/rules/grid/filters"
import { performerCountPath } from "@foldcast/rules/grid/resources"
import { Button } from "@foldcast/ui/button.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { FilterCount } from "../filters/filter-count.tsx"
import { filterChipName } from "../filters/filter-names.ts"
import { formatCounted } from "../filters/use-filter-count.ts"
import { useFilterChanges } from "../filters/use-grid-filter.ts"
import { readPerformerCount } from "../performers/answers.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { WhoIsLive } from "./who-is-live.tsx"

/** The maximum number of filters that are counted. */
const MAX_ASKED = 3

const withoutText = (
  chip: FilterChip,
  answer: PerformerCountAnswer | undefined,
  locale: Locale,
): string => {
  const filter = filterChipName(chip)
  if (answer === undefined) return m.grid_without_unknown({ filter })
  const { count } = answer
  return m.grid_without({ filter, count, formatted: formatCounted(count, locale) })
}

function Drop({
  chip,
  category,
  filter,
}: {
  readonly chip: FilterChip
  readonly category: string | null
  readonly filter: GridFilter
}) {
  const locale = useLocale()
  const { remove } = useFilterChanges()
  const { data } = useAnswer({
    path: performerCountPath(category, removeFilter(filter, chip)),
    read: readPerformerCount,
  })
  if (data?.count === 0) return null
  return (
    <li>
      <Button
        onPress={() => {
          remove(chip)
        }}
      >
        {withoutText(chip, data, locale)}
      </Button>
    </li>
  )
}

export interface NoMatchProps {
  readonly category: string | null
  readonly filter: GridFilter
}

export function NoMatch({ category, filter }: NoMatchProps) {
  const { reset } = useFilterChanges()
  const chips = filterChips(filter)
  return (
    <>
      <VisuallyHidden>
        <FilterCount category={category} filter={filter} />
      </VisuallyHidden>
      <ul className="grid-no-match needs-script">
        {chips.slice(0, MAX_ASKED).map((chip) => (
          <Drop
            key={`${chip.group} ${chip.value}`}
            chip={chip}
            category={category}
            filter={filter}
          />
        ))}
        <li>
          <Button onPress={reset}>{m.grid_without_all()}</Button>
        </li>
      </ul>
      <WhoIsLive />
    </>
  )
}
