/** The names of the filters' sections. Separate from filter-names.ts, which no first page needs. Pure. */
import { m } from "@foldcast/messages/messages"
import type { FilterSection } from "@foldcast/rules/grid/filters"

export const FILTER_SECTION_NAMES: Readonly<Record<FilterSection, () => string>> = {
  popular: m.filter_section_popular,
  age: m.filter_section_age,
  languages: m.filter_section_languages,
  appearance: m.filter_section_appearance,
  onlineStatus: m.filter_section_online_status,
}
