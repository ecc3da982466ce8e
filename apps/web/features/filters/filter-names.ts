/**
 * The names of all filters in the visitor's language: groups as headings, values as options below them, and chips
 * that stand alone. Pure, and total.
 */
import { m } from "@foldcast/messages/messages"
import type { FILTER_GROUPS, FilterChip, FilterGroup } from "@foldcast/rules/grid/filters"

type Name = () => string
type ValueNames = {
  readonly [Group in FilterGroup]: Readonly<Record<(typeof FILTER_GROUPS)[Group][number], Name>>
}

export const FILTER_GROUP_LABELS: Readonly<Record<FilterGroup, Name>> = {
  popular: m.filter_section_popular,
  gender: m.filter_group_gender,
  age: m.filter_section_age,
  languages: m.filter_section_languages,
  ethnicity: m.filter_group_ethnicity,
  hairColor: m.filter_group_hair_color,
  physique: m.filter_group_physique,
  breastSize: m.filter_group_breast_size,
  penisSize: m.filter_group_penis_size,
  shaved: m.filter_group_shaved,
  piercings: m.filter_group_piercings,
  onlineStatus: m.filter_section_online_status,
  cybertoy: m.filter_group_cybertoy,
  firstCamSession: m.filter_group_first_cam_session,
}

const SIZES = {
  1: m.filter_size_1,
  2: m.filter_size_2,
  3: m.filter_size_3,
  4: m.filter_size_4,
} as const

const years =
  (from: string, to: string): Name =>
  () =>
    m.filter_age_years({ from, to })
const toy =
  (code: string): Name =>
  () =>
    m.filter_cybertoy_code({ code })

export const FILTER_VALUE_NAMES: ValueNames = {
  popular: { free: m.filter_popular_free, toy: m.filter_popular_toy },
  gender: {
    female: m.filter_gender_female,
    male: m.filter_gender_male,
    trans: m.filter_gender_trans,
    couple: m.filter_gender_couple,
  },
  age: {
    "18-24": years("18", "24"),
    "24-30": years("24", "30"),
    "30-50": years("30", "50"),
    "50-100": () => m.filter_age_years_from({ from: "50" }),
  },
  languages: {
    nl: m.filter_language_nl,
    "en-dk-se": m.filter_language_en_dk_se,
    fr: m.filter_language_fr,
    de: m.filter_language_de,
    es: m.filter_language_es,
    it: m.filter_language_it,
  },
  ethnicity: {
    european: m.filter_ethnicity_european,
    latin: m.filter_ethnicity_latin,
    asian: m.filter_ethnicity_asian,
    african: m.filter_ethnicity_african,
    arab: m.filter_ethnicity_arab,
    mixed: m.filter_ethnicity_mixed,
  },
  hairColor: {
    blonde: m.filter_hair_blonde,
    brown: m.filter_hair_brown,
    black: m.filter_hair_black,
    red: m.filter_hair_red,
    grey: m.filter_hair_grey,
    coloured: m.filter_hair_coloured,
  },
  physique: {
    slim: m.filter_physique_slim,
    athletic: m.filter_physique_athletic,
    average: m.filter_physique_average,
    curvy: m.filter_physique_curvy,
    plus: m.filter_physique_plus,
  },
  breastSize: SIZES,
  penisSize: SIZES,
  shaved: { yes: m.filter_shaved_yes, partly: m.filter_shaved_partly, no: m.filter_shaved_no },
  piercings: {
    none: m.filter_piercings_none,
    ears: m.filter_piercings_ears,
    several: m.filter_piercings_several,
  },
  onlineStatus: {
    online: m.filter_status_online,
    live: m.filter_status_live,
    vip: m.filter_status_vip,
    free: m.filter_status_free,
    pause: m.filter_status_pause,
    offline: m.filter_status_offline,
  },
  cybertoy: { 1: toy("1"), 2: toy("2"), 3: toy("3"), 5: toy("5") },
  firstCamSession: { week: m.filter_first_cam_session_week },
}

/** The name below its group's heading; an unknown value is shown unchanged. */
export const filterValueName = ({ group, value }: FilterChip): string => {
  const names: Readonly<Record<string, Name>> = FILTER_VALUE_NAMES[group]
  return Object.hasOwn(names, value) ? (names[value]?.() ?? value) : value
}

/** Groups whose values are clear without the group's name. */
const SPEAKS_FOR_ITSELF: ReadonlySet<FilterGroup> = new Set([
  "popular",
  "gender",
  "age",
  "languages",
  "onlineStatus",
  "cybertoy",
  "firstCamSession",
])

/** The name without a heading above it: on a chip, in a sentence. */
export const filterChipName = (chip: FilterChip): string => {
  const value = filterValueName(chip)
  if (SPEAKS_FOR_ITSELF.has(chip.group)) return value
  return m.filter_of_group({ group: FILTER_GROUP_LABELS[chip.group](), value })
}
