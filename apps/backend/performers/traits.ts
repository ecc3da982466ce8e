/**
 * A performer's attributes as bits, one per value that can be filtered by, so that a filter is one comparison per
 * attribute. The database stores the bits, so a value keeps its place for ever; new values are added at the end.
 * Pure.
 */
import {
  LANGUAGE_BITS,
  PERFORMER_LANGUAGES,
  type PerformerLanguage,
  SIZE_BUCKETS,
} from "@foldcast/rules/performer-attributes"
import type { Performer } from "./performer.ts"

/** 63 fit into a column. */
const TRAITS = [
  ...["gender:female", "gender:male", "gender:trans", "gender:couple"],
  ...["ethnicity:european", "ethnicity:latin", "ethnicity:asian"],
  ...["ethnicity:african", "ethnicity:arab", "ethnicity:mixed"],
  ...["hairColor:blonde", "hairColor:brown", "hairColor:black"],
  ...["hairColor:red", "hairColor:grey", "hairColor:coloured"],
  ...["physique:slim", "physique:athletic", "physique:average", "physique:curvy", "physique:plus"],
  ...["shaved:yes", "shaved:partly", "shaved:no"],
  ...["piercings:none", "piercings:ears", "piercings:several"],
  ...["breastSize:1", "breastSize:2", "breastSize:3", "breastSize:4"],
  ...["penisSize:1", "penisSize:2", "penisSize:3", "penisSize:4"],
  ...["languages:nl", "languages:en", "languages:dk", "languages:se"],
  ...["languages:fr", "languages:de", "languages:es", "languages:it"],
  ...["cybertoy:1", "cybertoy:2", "cybertoy:3", "cybertoy:4", "cybertoy:5"],
  ...["cybertoy:6", "cybertoy:7", "cybertoy:8", "cybertoy:9", "cybertoy:10"],
  ...["cybertoy:11", "cybertoy:12", "cybertoy:13", "cybertoy:14", "cybertoy:15"],
] as const

const PLACES: ReadonlyMap<string, number> = new Map(TRAITS.map((trait, place) => [trait, place]))

/** The attributes that have traits. */
export const TRAIT_ATTRIBUTES = [
  "gender",
  "ethnicity",
  "hairColor",
  "physique",
  "shaved",
  "piercings",
  "breastSize",
  "penisSize",
  "languages",
  "cybertoy",
] as const
export type TraitAttribute = (typeof TRAIT_ATTRIBUTES)[number]

/** Undefined for a value that the attribute does not have. */
export const traitPlace = (attribute: TraitAttribute, value: string): number | undefined =>
  PLACES.get(`${attribute}:${value}`)

/** As a bigint's text, beyond JavaScript's safe integers. */
export const maskOf = (places: ReadonlyArray<number>): string =>
  places.reduce((mask, place) => mask | (1n << BigInt(place)), 0n).toString()

const bucketOf = (size: number): string | undefined =>
  Object.entries(SIZE_BUCKETS).find(([, [least, most]]) => size >= least && size <= most)?.[0]

const valuesOf = (
  performer: Performer,
): Readonly<Record<TraitAttribute, ReadonlyArray<string | number | null | undefined>>> => ({
  gender: [performer.gender],
  ethnicity: [performer.ethnicity],
  hairColor: [performer.hairColor],
  physique: [performer.physique],
  shaved: [performer.shaved],
  piercings: [performer.piercings],
  breastSize: [performer.breastSize === null ? null : bucketOf(performer.breastSize)],
  penisSize: [performer.penisSize === null ? null : bucketOf(performer.penisSize)],
  languages: performer.languages,
  cybertoy: [performer.cybertoy],
})

/** In their order, each once. */
export const traitPlacesOf = (performer: Performer): ReadonlyArray<number> => {
  const values = valuesOf(performer)
  const places = TRAIT_ATTRIBUTES.flatMap((attribute) =>
    values[attribute].flatMap((value) => {
      const place = traitPlace(attribute, String(value))
      return place === undefined ? [] : [place]
    }),
  )
  return [...new Set(places)].toSorted((a, b) => a - b)
}

export const languageBits = (languages: ReadonlyArray<PerformerLanguage>): number =>
  languages.reduce((bits, language) => bits | LANGUAGE_BITS[language], 0)

export const languagesOf = (bits: number): ReadonlyArray<PerformerLanguage> =>
  PERFORMER_LANGUAGES.filter((language) => (bits & LANGUAGE_BITS[language]) !== 0)
