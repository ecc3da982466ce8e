/** Performers for tests and benches: any number, deterministic, spread over every value of the list filters. */
import {
  ETHNICITIES,
  HAIR_COLOURS,
  PERFORMER_LANGUAGES,
  PHYSIQUES,
  PIERCINGS,
  SHAVED,
} from "@foldcast/rules/performer-attributes"
import type { Performer } from "./performer.ts"

/** A pseudo-random whole number from 0; always the same for a number and a purpose. */
const chance = (of: number, purpose: number, below: number): number => {
  let x = Math.imul(of + 1, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return ((x ^ (x >>> 16)) >>> 0) % below
}

const pick = <A>(values: ReadonlyArray<A>, at: number): A => {
  const value = values[at % values.length]
  if (value === undefined) throw new Error("there is nothing to pick from")
  return value
}

/** Two in three are offline, as at a quiet hour. */
const STATUSES = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 3, 3, 3, 5, 9]
const TOYS = [0, 0, 0, 0, 0, 1, 2, 3, 5]
const DAY_MS = 86_400_000

/** The date for which the fixture's performers are made. */
export const FIXTURE_NOW = Date.UTC(2026, 5, 15, 12)

export const fixturePerformer = (n: number, changed: Partial<Performer> = {}): Performer => {
  const id = `p_${String(n).padStart(6, "0")}`
  const picture = (name: string) => ({ path: `/media/${id}/${name}`, colour: "#8090a0" })
  const first = FIXTURE_NOW - chance(n, 1, 1_500) * DAY_MS - chance(n, 2, DAY_MS)
  const born = new Date(FIXTURE_NOW - (8_035 + chance(n, 3, 14_000)) * DAY_MS)
  return {
    id,
    username: `${pick(["Anna", "Bo", "Cleo", "Dana", "Eva"], chance(n, 4, 5))}${n}`,
    dateOfBirth: born.toISOString().slice(0, 10),
    gender: chance(n, 5, 20) === 0 ? "male" : "female",
    rating: chance(n, 6, 101),
    onlineStatus: pick(STATUSES, chance(n, 7, STATUSES.length)),
    languages: [
      ...new Set([
        pick(PERFORMER_LANGUAGES, chance(n, 8, 3)),
        pick(PERFORMER_LANGUAGES, chance(n, 9, PERFORMER_LANGUAGES.length)),
      ]),
    ],
    cybertoy: pick(TOYS, chance(n, 10, TOYS.length)),
    firstCamSession: first,
    lastCamSession:
      first + chance(n, 11, Math.max(1, Math.floor((FIXTURE_NOW - first) / 1_000))) * 1_000,
    ethnicity: pick(ETHNICITIES, chance(n, 12, ETHNICITIES.length)),
    hairColor: pick(HAIR_COLOURS, chance(n, 13, HAIR_COLOURS.length)),
    physique: pick(PHYSIQUES, chance(n, 14, PHYSIQUES.length)),
    shaved: pick(SHAVED, chance(n, 15, SHAVED.length)),
    piercings: pick(PIERCINGS, chance(n, 16, PIERCINGS.length)),
    breastSize: 1 + chance(n, 17, 10),
    penisSize: null,
    about: {
      nl: { description: "Vertelt graag over muziek en koken.", motto: "Rustig aan." },
      en: { description: "Likes to talk about music and cooking.", motto: "Take it easy." },
    },
    pictures: {
      snapshot: picture("snapshots/1.jpg"),
      nonude: picture("nonude/1.jpg"),
      cover: picture("cover/1.jpg"),
      away: null,
      coverVideo: null,
      images: [picture("images/1.jpg")],
      albums: [],
    },
    ...changed,
  }
}

export const fixturePerformers = (count: number): ReadonlyArray<Performer> =>
  Array.from({ length: count }, (_, n) => fixturePerformer(n))
