/**
 * When each demo performer is online: twice a day at her own hours, more of them in the evening than in the early
 * morning, with a day off now and then; a few have been away for weeks. Pure: the same seed and index give the same
 * hours.
 *
 * Times are Amsterdam's wall time. Invariant: nobody is online all day.
 */
import { seededRandom } from "../../seeded-random.ts"
import { WALL_DAY_MS, WALL_HOUR_MS } from "./amsterdam-time.ts"

export interface OnAirSession {
  readonly from: number
  readonly until: number
  /** Seeds what happens in the session. */
  readonly key: string
}

/** Her index spreads the hours evenly, so that the list is never suddenly empty. */
export interface DemoSlot {
  readonly id: string
  readonly index: number
}

/** Relative number of sessions that begin in each hour of the day, from midnight. */
const BEGINNINGS = [
  9, 9, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 10, 10, 11, 11, 11, 11, 10, 10,
] as const
const ALL = BEGINNINGS.reduce<number>((sum, weight) => sum + weight, 0)

/** The time of day before which this share of all sessions begins. */
const beginningAt = (share: number): number => {
  let left = share * ALL
  for (const [hour, weight] of BEGINNINGS.entries()) {
    if (left < weight) return (hour + left / weight) * WALL_HOUR_MS
    left -= weight
  }
  return 0
}

/** Golden-ratio steps: multiples of it modulo 1 never come close to each other. */
const GOLDEN = 0.618_033_988_75
const SHORTEST_MS = 2.8 * WALL_HOUR_MS
const LONGEST_MS = 4.4 * WALL_HOUR_MS
const LATER_OR_EARLIER_MS = 0.6 * WALL_HOUR_MS
const DAY_OFF = 0.08
/** One of so many stays away. */
const AWAY = 0.06

const isAway = (seed: string, id: string) => seededRandom(`away ${seed} ${id}`).chance(AWAY)

/** `day` counts from 1970. */
const ofDay = (seed: string, { id, index }: DemoSlot, day: number): ReadonlyArray<OnAirSession> => {
  const random = seededRandom(`day ${seed} ${id} ${day}`)
  if (random.chance(DAY_OFF)) return []
  return [0, 0.42].map((later, part) => {
    const share = (index * GOLDEN + later) % 1
    const from =
      day * WALL_DAY_MS +
      beginningAt(share) +
      random.between(-LATER_OR_EARLIER_MS, LATER_OR_EARLIER_MS)
    return {
      from,
      until: from + random.between(SHORTEST_MS, LONGEST_MS),
      key: `${seed} ${id} ${day} ${part}`,
    }
  })
}

/** The session that she is in at that time; where two overlap, the earlier. */
export const onAirSessionAt = (
  seed: string,
  place: DemoSlot,
  wall: number,
): OnAirSession | undefined => {
  if (isAway(seed, place.id)) return undefined
  const today = Math.floor(wall / WALL_DAY_MS)
  return [today - 1, today, today + 1]
    .flatMap((day) => ofDay(seed, place, day))
    .find(({ from, until }) => from <= wall && wall < until)
}
