/**
 * The number of performers that match a filter, debounced. An answer for another filter is never shown: each
 * filter's answer has its own address.
 */
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import type { Locale } from "@foldcast/contracts/units"
import type { GridFilter } from "@foldcast/rules/grid/filters"
import { MAX_COUNTED_PERFORMERS } from "@foldcast/rules/grid/list"
import { performerCountPath } from "@foldcast/rules/grid/resources"
import { useAnswer } from "../../runtime/use-answer.ts"
import { readPerformerCount } from "../performers/answers.ts"
import { useDelayed } from "../site/use-delayed.ts"
import { useLocale } from "../site/page-frame-context.tsx"

/** Milliseconds after the last change. */
const ASK_AFTER_MS = 200

export interface FilteredCount {
  readonly count: number
  /** `1.000+` */
  readonly formatted: string
}

export const formatCounted = (count: number, locale: Locale): string =>
  `${formatCount(count, locale)}${count >= MAX_COUNTED_PERFORMERS ? "+" : ""}`

/** Null while it is unknown, or if the request failed. */
export const useFilterCount = (
  category: string | null,
  filter: GridFilter,
): FilteredCount | null => {
  const locale = useLocale()
  const path = performerCountPath(category, filter)
  const asked = useDelayed(path, ASK_AFTER_MS)
  const { data } = useAnswer({ path, read: readPerformerCount }, { isWanted: asked === path })
  if (data === undefined) return null
  const { count } = data
  return { count, formatted: formatCounted(count, locale) }
}

/** `128 performers` */
export const countText = (counted: FilteredCount): string =>
  counted.count === 0 ? m.filters_none() : m.filters_count({ ...counted })
