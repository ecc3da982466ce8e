/**
 * Two hundred invented people, from a seed: the same seed gives the same people. All are 21 or older, because they
 * were born before a fixed day; all their texts are neutral. Pure: `at` is the time from which their sessions are
 * counted.
 */
import type {
  Ethnicity,
  Gender,
  PerformerLanguage,
  Physique,
  Piercings,
  Shaved,
} from "@foldcast/rules/performer-attributes"
import { yearsOlder, YOUNGEST } from "../../media/apparent-age.ts"
import { looksOf } from "../../media/looks.ts"
import type { Performer } from "../../performers/performer.ts"
import { hashOf, type SeededRandom, seededRandom } from "../../seeded-random.ts"
import { aboutOf } from "./about.ts"
import { demoPictures } from "./demo-pictures.ts"
import { inventedNames } from "./usernames.ts"

export const DEMO_PERFORMERS = 200
/** The prefix of every demo performer's id. */
export const DEMO_ID_PREFIX = "demo_"

/** The youngest turned 21 on this day. */
const OF_AGE_ON = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000
const YEAR_MS = 365.25 * DAY_MS
const YOUNGEST_MS = YOUNGEST * YEAR_MS + 2 * DAY_MS

const HOUR_MS = 3_600_000

const idOf = (seed: string, index: number) =>
  `${DEMO_ID_PREFIX}${hashOf(`id ${seed} ${index}`).toString(36).padStart(7, "0")}${index.toString(36).padStart(2, "0")}`

/** As old as she is drawn. */
const dateOfBirth = (id: string) =>
  new Date(OF_AGE_ON - YOUNGEST_MS - yearsOlder(id) * YEAR_MS).toISOString().slice(0, 10)

const OTHER_LANGUAGES = ["fr", "de", "es", "it", "dk", "se"] as const

const languagesOf = (random: SeededRandom): ReadonlyArray<PerformerLanguage> => {
  const spoken: ReadonlyArray<PerformerLanguage> = [
    ...(random.chance(0.75) ? (["nl"] as const) : []),
    ...(random.chance(0.7) ? (["en"] as const) : []),
    ...random.some(OTHER_LANGUAGES, random.pick([0, 0, 0, 1, 1, 2])),
  ]
  return spoken.length === 0 ? ["nl"] : spoken
}

/** Lighter first, by falling `skin.l`. */
const ethnicityOf = (random: SeededRandom, lightness: number): Ethnicity =>
  lightness > 0.76
    ? random.pick(["european", "european", "european", "arab", "asian"])
    : lightness > 0.55
      ? random.pick(["latin", "asian", "arab", "mixed"])
      : random.pick(["african", "african", "mixed"])

const PHYSIQUES: readonly [Physique, ...ReadonlyArray<Physique>] = [
  "slim",
  "athletic",
  "average",
  "average",
  "curvy",
  "plus",
]
const PIERCINGS: readonly [Piercings, ...ReadonlyArray<Piercings>] = ["none", "ears", "several"]
const SHAVED: readonly [Shaved, ...ReadonlyArray<Shaved>] = ["yes", "partly", "no"]
const TOYS = [0, 0, 0, 0, 0, 0, 1, 2, 3, 5] as const

/** Most tell the sizes that lists filter by; each has only those that apply. */
const filteredBy = (random: SeededRandom, gender: Gender) => {
  const told = (share: number, from: number, to: number) => {
    const size = random.whole(from, to)
    return random.chance(share) ? size : null
  }
  const shaved = random.pick(SHAVED)
  return {
    shaved: random.chance(0.7) ? shaved : null,
    breastSize: gender === "female" ? told(0.75, 1, 10) : null,
    penisSize: gender === "male" ? told(0.5, 2, 8) : null,
  }
}

/** New within a week, within the year, or long known. */
const firstSessionAgo = (random: SeededRandom) =>
  random.pick([
    () => random.between(1.2, 6.5) * DAY_MS,
    () => random.between(8, 365) * DAY_MS,
    () => random.between(8, 365) * DAY_MS,
    () => random.between(1, 6) * YEAR_MS,
    () => random.between(1, 6) * YEAR_MS,
    () => random.between(1, 6) * YEAR_MS,
  ])()

const performerOf = (
  {
    id,
    index,
    username,
  }: { readonly id: string; readonly index: number; readonly username: string },
  seed: string,
  at: number,
): Performer => {
  const random = seededRandom(`performer ${seed} ${id}`)
  const { gender, hairColour, skin } = looksOf(id)
  // The draw that the age once was: what is drawn after it stays.
  random.next()
  const born = dateOfBirth(id)
  const first = Math.round(at - firstSessionAgo(random))
  const last = Math.round(Math.max(first + HOUR_MS, at - random.between(1, 30) * DAY_MS))
  return {
    id,
    username,
    dateOfBirth: born,
    gender,
    rating: Math.round(100 - random.next() ** 1.6 * 65),
    onlineStatus: 0,
    languages: languagesOf(random),
    cybertoy: random.pick(TOYS),
    firstCamSession: first,
    lastCamSession: last,
    ethnicity: ethnicityOf(random, skin.l),
    hairColor: hairColour,
    physique: random.pick(PHYSIQUES),
    piercings: random.pick(PIERCINGS),
    about: aboutOf(random, { index, dateOfBirth: born, brownEyes: skin.l < 0.76 }),
    pictures: demoPictures(random, id),
    ...filteredBy(random, gender),
  }
}

/** Everybody is offline: life.ts says who is online when. `at`: milliseconds since 1970. */
export const demoPerformers = (seed: string, at: number): ReadonlyArray<Performer> =>
  inventedNames(seededRandom(`names ${seed}`), DEMO_PERFORMERS).map((username, index) =>
    performerOf({ id: idOf(seed, index), index, username }, seed, at),
  )
