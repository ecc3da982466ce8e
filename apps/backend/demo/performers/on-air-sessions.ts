/**
 * When each of the demo world is there: twice a day at her own hours, more of them in the evening than in
 * the early morning, now and then a day off, and a few who have not come for weeks. Pure: the same seed
 * and place in the list give the same hours.
 *
 * Times are Amsterdam's wall time. Invariant: nobody is there all day.
 */
import { seededRandom } from "../../seeded-random.ts"
import { WALL_DAY_MS, WALL_HOUR_MS } from "./amsterdam-time.ts"

export interface OnAirSession {
  readonly from: number
  readonly until: number
  /** Makes what happens in it what it is. */
  readonly key: string
}

/** Her place among all of them spreads their hours evenly, so that it is never suddenly empty. */
export interface DemoSlot {
  readonly id: string
  readonly index: number
}

/** How many begin in each hour of the day, from midnight, compared with each other. */
const BEGINNINGS = [
  9, 9, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 10, 10, 11, 11, 11, 11, 10, 10,
] as const
const ALL = BEGINNINGS.reduce<number>((sum, weight) => sum + weight, 0)

/** The time of day before which that share of all sessions begins. */
const beginningAt = (share: number): number => {
  let left = share * ALL
  for (const [hour, weight] of BEGINNINGS.entries()) {
    if (left < weight) return (hour + left / weight) * WALL_HOUR_MS
    left -= weight
  }
  return 0
}

/** Steps of this share of the whole never come close to where they have been. */
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

/** The one that she is in at that time; where two meet, the earlier one. */
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
