/**
 * The values of a performer's attributes, which are also the filters of lists. The performer service refuses
 * others; forms and filters offer these. Pure.
 */

export const GENDERS = ["female", "male", "trans", "couple"] as const
export const ETHNICITIES = ["european", "latin", "asian", "african", "arab", "mixed"] as const
export const HAIR_COLOURS = ["blonde", "brown", "black", "red", "grey", "coloured"] as const
export const PHYSIQUES = ["slim", "athletic", "average", "curvy", "plus"] as const
export const SHAVED = ["yes", "partly", "no"] as const
export const PIERCINGS = ["none", "ears", "several"] as const

export type Gender = (typeof GENDERS)[number]
export type Ethnicity = (typeof ETHNICITIES)[number]
export type HairColour = (typeof HAIR_COLOURS)[number]
export type Physique = (typeof PHYSIQUES)[number]
export type Shaved = (typeof SHAVED)[number]
export type Piercings = (typeof PIERCINGS)[number]

/** The bit of each language in a performer's `languageBitflag`. */
export const LANGUAGE_BITS = {
  nl: 1,
  en: 2,
  dk: 4,
  se: 8,
  fr: 16,
  de: 32,
  es: 64,
  it: 128,
} as const
export type PerformerLanguage = keyof typeof LANGUAGE_BITS
export const PERFORMER_LANGUAGES = Object.keys(LANGUAGE_BITS) as ReadonlyArray<PerformerLanguage>

/** The language filters, and the languages that match each (GRID-18). */
export const LANGUAGE_OPTIONS = {
  nl: ["nl"],
  en: ["en"],
  "en-dk-se": ["en", "dk", "se"],
  fr: ["fr"],
  de: ["de"],
  es: ["es"],
  it: ["it"],
} as const satisfies Readonly<Record<string, ReadonlyArray<PerformerLanguage>>>
export type LanguageOption = keyof typeof LANGUAGE_OPTIONS

/** The bits of a status: 3 is in free chat, 5 in VIP, 9 in pause, 0 offline (GRID-47, GRID-48). */
export const STATUS_BITS = { live: 1, free: 2, vip: 4, pause: 8 } as const

/** All statuses: offline, online, and in free chat, VIP or pause (GRID-47). */
export const STATUSES = [0, 1, 3, 5, 9] as const

/** The sizes, 1 to 10, that each of the four filter values stands for (GRID-20, PROFILE-03). */
export const SIZE_BUCKETS = {
  1: [1, 2],
  2: [3, 4],
  3: [5, 6],
  4: [7, 10],
} as const
