/**
 * What performers can be filtered by, and how a choice is written: in the page's address, in the gateway's
 * query, in the chips. One text for all three:
 *
 *   filter=age_18-24_24-30.languages_nl      groups apart by a dot, values by an underscore
 *
 * Pure. Invariants: a filter holds known groups and known values only, in the table's order, no group
 * without a value; writing and reading are inverse.
 */
import {
  ETHNICITIES,
  GENDERS,
  HAIR_COLOURS,
  PHYSIQUES,
  PIERCINGS,
  SHAVED,
} from "../performer-attributes.ts"

export const FILTER_GROUPS = {
  popular: ["free", "toy"],
  /** The visitor is offered one; a category may ask for another. */
  gender: GENDERS,
  age: ["18-24", "24-30", "30-50", "50-100"],
  languages: ["nl", "en-dk-se", "fr", "de", "es", "it"],
  ethnicity: ETHNICITIES,
  hairColor: HAIR_COLOURS,
  physique: PHYSIQUES,
  breastSize: ["1", "2", "3", "4"],
  penisSize: ["1", "2", "3", "4"],
  shaved: SHAVED,
  piercings: PIERCINGS,
  onlineStatus: ["online", "live", "vip", "free", "pause", "offline"],
  cybertoy: ["1", "2", "3", "5"],
  /** Performers whose first session lies within seven days (GRID-23). */
  firstCamSession: ["week"],
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

export type FilterGroup = keyof typeof FILTER_GROUPS
export const FILTER_GROUP_NAMES = Object.keys(FILTER_GROUPS) as ReadonlyArray<FilterGroup>

/** Groups under headings, as the drawer shows them; what is not here is not offered. */
export const FILTER_SECTIONS = {
  popular: ["popular"],
  age: ["age"],
  languages: ["languages"],
  appearance: [
    "ethnicity",
    "hairColor",
    "physique",
    "breastSize",
    "penisSize",
    "shaved",
    "piercings",
  ],
  onlineStatus: ["onlineStatus"],
} as const satisfies Readonly<Record<string, ReadonlyArray<FilterGroup>>>
export type FilterSection = keyof typeof FILTER_SECTIONS

/** The codes that are a toy of their own. @internal until there are rooms. */
export const CYBERTOY_DEFINITION = [1, 2] as const
/** What popular's toy asks for (GRID-25). */
export const POPULAR_TOY_CODES = ["3", "5"] as const
/** The base of every list (GRID-16). */
export const BASE_GENDER = "female"
/** Seven days, in milliseconds. */
export const NEW_WITHIN_MS = 604_800_000

export type GridFilter = Readonly<Partial<Record<FilterGroup, ReadonlyArray<string>>>>
export const NO_FILTER: GridFilter = {}

export interface FilterChip {
  readonly group: FilterGroup
  readonly value: string
}

export const isFilterGroup = (name: string): name is FilterGroup =>
  Object.hasOwn(FILTER_GROUPS, name)

const isValueOf = (group: FilterGroup, value: string) =>
  (FILTER_GROUPS[group] as ReadonlyArray<string>).includes(value)

/** In the table's order, each once, known ones only. */
const tidy = (group: FilterGroup, values: ReadonlyArray<string>) =>
  FILTER_GROUPS[group].filter((value) => values.includes(value))

/** The whole of a group is replaced; an empty list takes it away (GRID-28). */
export const setFilter = (
  filter: GridFilter,
  group: FilterGroup,
  values: ReadonlyArray<string>,
): GridFilter => {
  const kept = tidy(group, values)
  const entries = FILTER_GROUP_NAMES.flatMap((name) => {
    const its = name === group ? kept : (filter[name] ?? [])
    return its.length === 0 ? [] : [[name, its] as const]
  })
  return Object.fromEntries(entries)
}

export const addFilter = (filter: GridFilter, { group, value }: FilterChip): GridFilter =>
  setFilter(filter, group, [...(filter[group] ?? []), value])

export const removeFilter = (filter: GridFilter, { group, value }: FilterChip): GridFilter =>
  setFilter(
    filter,
    group,
    (filter[group] ?? []).filter((one) => one !== value),
  )

/** A chip for every value, in the table's order (GRID-26). */
export const filterChips = (filter: GridFilter): ReadonlyArray<FilterChip> =>
  FILTER_GROUP_NAMES.flatMap((group) => (filter[group] ?? []).map((value) => ({ group, value })))

export const isEmptyFilter = (filter: GridFilter): boolean => filterChips(filter).length === 0

/** A category's own filter with the visitor's upon it: of a group the visitor chose, only the choice. */
export const combineFilters = (category: GridFilter, chosen: GridFilter): GridFilter =>
  FILTER_GROUP_NAMES.reduce<GridFilter>(
    (all, group) => setFilter(all, group, chosen[group] ?? category[group] ?? []),
    NO_FILTER,
  )

/** From any record of lists; what is not known is not there. */
export const filterFrom = (lists: Readonly<Record<string, ReadonlyArray<string>>>): GridFilter =>
  FILTER_GROUP_NAMES.reduce<GridFilter>(
    (all, group) => (Object.hasOwn(lists, group) ? setFilter(all, group, lists[group] ?? []) : all),
    NO_FILTER,
  )

/** Empty for no filter. */
export const writeFilter = (filter: GridFilter): string =>
  FILTER_GROUP_NAMES.flatMap((group) => {
    const values = filter[group] ?? []
    return values.length === 0 ? [] : [[group, ...values].join("_")]
  }).join(".")

/** Characters of a written filter; the longest one there is is far shorter. */
export const MAX_FILTER_LENGTH = 1_000

/** Null: no filter of ours. */
export const readFilter = (text: string): GridFilter | null => {
  if (text === "") return NO_FILTER
  if (text.length > MAX_FILTER_LENGTH) return null
  let filter = NO_FILTER
  for (const part of text.split(".")) {
    const [group = "", ...values] = part.split("_")
    if (!isFilterGroup(group) || values.length === 0 || filter[group] !== undefined) return null
    if (!values.every((value) => isValueOf(group, value))) return null
    filter = setFilter(filter, group, values)
  }
  return filter
}
