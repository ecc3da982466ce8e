/**
 * How old somebody is, from the id alone, so that what is drawn and what the demo world tells agree. Pure.
 *
 * Invariant: nobody is younger than 21.
 */
import { seededRandom } from "../seeded-random.ts"

export const YOUNGEST = 21
/** Keeps everybody below 60 for some years. */
const SPREAD = 38

/** Many are young, some are not. */
export const yearsOlder = (id: string): number =>
  seededRandom(`performer foldcast ${id}`).next() ** 2 * SPREAD

/** On the day from which the demo world counts its years (demo-performers.ts). */
export const ageOf = (id: string): number => YOUNGEST + yearsOlder(id)

const share = (age: number, from: number, until: number): number =>
  Math.min(1, Math.max(0, (age - from) / (until - from)))

/** How deep the lines of a face are, 0 to 1. */
export const lined = (age: number): number => share(age, 33, 59)

/** Some of those who go gray colour it away. */
const HIDES_GREY = 0.2

/** How much of the hair is gray, 0 to 1. */
export const greyShare = (id: string, age: number): number => {
  const own = seededRandom(`grey ${id}`).next()
  return own < HIDES_GREY ? 0 : share(age, 40, 60) * (0.6 + 0.4 * own)
}
