/**
 * Maps a performer's details to areas, labels and texts of the profile (PROFILE-06). Empty details are left out.
 * Values that the rules define are in the visitor's language, all others are unchanged. Total over the details.
 * Pure.
 */
import type { PerformerDetails, PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import type { FilterGroup } from "@foldcast/rules/grid/filters"
import { SIZE_BUCKETS } from "@foldcast/rules/performer-attributes"
import { filterValueName } from "../filters/filter-names.ts"
import { spokenLanguages } from "../performers/spoken-languages.ts"

export interface ToldFact {
  readonly id: string
  readonly label: string
  readonly value: string
}

type Value = PerformerDetails[keyof PerformerDetails]

/** `about`: free texts; `person`: facts; null: shown elsewhere or not at all. */
interface Row {
  readonly area: "about" | "person"
  readonly label: () => string
  /** The filter group that defines its values. */
  readonly group?: FilterGroup
}

const about = (label: () => string): Row => ({ area: "about", label })
const person = (label: () => string, group?: FilterGroup): Row => ({
  area: "person",
  label,
  ...(group !== undefined && { group }),
})

const ROWS: Readonly<Record<keyof PerformerDetails, Row | null>> = {
  // The opening of about-me, without a label.
  description: null,
  motto: null,
  // The age replaces it.
  dateOfBirth: null,
  // The languages replace it.
  languageBitflag: null,
  personality: about(m.told_personality),
  nicestAboutMe: about(m.told_nicest_about_me),
  nicestAboutMen: about(m.told_nicest_about_men),
  manType: about(m.told_man_type),
  lifeGoal: about(m.told_life_goal),
  hobbies: about(m.told_hobbies),
  turnoff: about(m.told_turnoff),
  webcamming: about(m.told_webcamming),
  city: person(m.told_city),
  gender: person(m.told_gender, "gender"),
  ethnicity: person(m.told_ethnicity, "ethnicity"),
  hairColor: person(m.told_hair_color, "hairColor"),
  eyeColor: person(m.told_eye_color),
  physique: person(m.told_physique, "physique"),
  breastSize: person(m.told_breast_size, "breastSize"),
  penisSize: person(m.told_penis_size, "penisSize"),
  shaved: person(m.told_shaved, "shaved"),
  piercings: person(m.told_piercings, "piercings"),
  tattoo: person(m.told_tattoo),
  zodiac: person(m.told_zodiac),
  relationship: person(m.told_relationship),
  orientation: person(m.told_orientation),
  sexualPreference: person(m.told_preference),
  showType: person(m.told_show_type),
  decency: person(m.told_decency),
  kinkyAttributes: person(m.told_interests),
  sexPosition: person(m.told_position),
  sexLocation: person(m.told_location),
  smoking: person(m.told_smoking),
  drinks: person(m.told_drinks),
  food: person(m.told_food),
  music: person(m.told_music),
  pets: person(m.told_pets),
  luckyNumber: person(m.told_lucky_number),
}

/** The filter value of a size from 1 to 10 (GRID-20, PROFILE-03). */
const sizeBucket = (size: number): string =>
  Object.entries(SIZE_BUCKETS).find(([, [from, to]]) => size >= from && size <= to)?.[0] ??
  String(size)

const textOf = (value: Value, group: FilterGroup | undefined): string => {
  if (value === null) return ""
  if (typeof value === "object") return value.join(", ")
  const told = typeof value === "number" ? sizeBucket(value) : value.trim()
  return group === undefined || told === "" ? told : filterValueName({ group, value: told })
}

const factsOf = (details: PerformerDetails, area: Row["area"]): ReadonlyArray<ToldFact> =>
  Object.entries(ROWS).flatMap(([id, row]) => {
    if (row === null || row.area !== area) return []
    const value = textOf(details[id as keyof PerformerDetails], row.group)
    return value === "" ? [] : [{ id, label: row.label(), value }]
  })

/** The free texts, except the opening. */
export const aboutFacts = ({ details }: PerformerProfile): ReadonlyArray<ToldFact> =>
  factsOf(details, "about")

export const personFacts = (
  { age, languages, details }: PerformerProfile,
  locale: Locale,
): ReadonlyArray<ToldFact> => [
  ...(age > 0 ? [{ id: "age", label: m.told_age(), value: m.card_age({ age }) }] : []),
  ...(languages.length > 0
    ? [{ id: "languages", label: m.told_languages(), value: spokenLanguages(languages, locale) }]
    : []),
  ...factsOf(details, "person"),
]
