/**
 * The filter groups of performer lists, and the text form of a filter. The page's address, the gateway's query
 * and the chips share that text:
 *
 *   filter=age_18-24_24-30.languages_nl      groups apart by a dot, values by an underscore
 *
 * Pure. Invariants: a filter holds only known groups and values, in the table's order, and no empty group;
 * writing and reading are inverse.
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
  /** The visitor can choose only one; a category may use another. */
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

/** Groups under headings, as the drawer shows them; a group that is missing here is not offered. */
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

/** Codes of toys with their own name. @internal until there are rooms. */
export const CYBERTOY_DEFINITION = [1, 2] as const
/** The codes that popular's toy requests (GRID-25). */
export const POPULAR_TOY_CODES = ["3", "5"] as const
/** The base of every list (GRID-16). */
export const BASE_GENDER = "female"
/** Seven days, in milliseconds. */
export const NEW_WITHIN_MS = 604_800_000

export type GridFilter = Readonly<Partial<Record<FilterGroup, ReadonlyArray<string>>>>
export const NO_FILTER: GridFilter = {}
/** Whoever is live, in whatever mode. */
export const LIVE_NOW: GridFilter = { onlineStatus: ["online"] }

export interface FilterChip {
  readonly group: FilterGroup
  readonly value: string
}

export const isFilterGroup = (name: string): name is FilterGroup =>
  Object.hasOwn(FILTER_GROUPS, name)

const isValueOf = (group: FilterGroup, value: string) =>
  (FILTER_GROUPS[group] as ReadonlyArray<string>).includes(value)

/** Known values only, without duplicates, in the table's order. */
const tidy = (group: FilterGroup, values: ReadonlyArray<string>) =>
  FILTER_GROUPS[group].filter((value) => values.includes(value))

/** Replaces a whole group; an empty list removes it (GRID-28). */
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

/** One chip for each value, in the table's order (GRID-26). */
export const filterChips = (filter: GridFilter): ReadonlyArray<FilterChip> =>
  FILTER_GROUP_NAMES.flatMap((group) => (filter[group] ?? []).map((value) => ({ group, value })))

export const isEmptyFilter = (filter: GridFilter): boolean => filterChips(filter).length === 0

/** Combines a category's filter with the visitor's. In a group that the visitor chose, only that choice counts. */
export const combineFilters = (category: GridFilter, chosen: GridFilter): GridFilter =>
  FILTER_GROUP_NAMES.reduce<GridFilter>(
    (all, group) => setFilter(all, group, chosen[group] ?? category[group] ?? []),
    NO_FILTER,
  )

/** Builds a filter from a record of lists and drops unknown groups and values. */
export const filterFrom = (lists: Readonly<Record<string, ReadonlyArray<string>>>): GridFilter =>
  FILTER_GROUP_NAMES.reduce<GridFilter>(
    (all, group) => (Object.hasOwn(lists, group) ? setFilter(all, group, lists[group] ?? []) : all),
    NO_FILTER,
  )

/** Empty without a filter. */
export const writeFilter = (filter: GridFilter): string =>
  FILTER_GROUP_NAMES.flatMap((group) => {
    const values = filter[group] ?? []
    return values.length === 0 ? [] : [[group, ...values].join("_")]
  }).join(".")

/** Maximum characters of a written filter, far above the longest possible one. */
export const MAX_FILTER_LENGTH = 1_000

/** Null when the text is not a valid filter. */
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
