/**
 * What the demo world does next: who comes online, goes to free chat or VIP, pauses and leaves. Pure: the
 * same seed, people and time always want the same of everybody; whoever is elsewhere gets there by steps
 * that a person could take.
 */
import { STATUS_BITS } from "@foldcast/rules/performer-attributes"
import { seededRandom } from "../../seeded-random.ts"
import { wallTime } from "./amsterdam-time.ts"
import { type Session, sessionAt } from "./sessions.ts"

const { live, free, vip, pause } = STATUS_BITS
export const OFFLINE = 0
export const LIVE: number = live
export const FREE = live | free
export const VIP = live | vip
export const PAUSED = live | pause

/** Where one can go from where one is, in a single step; VIP is by arrangement and ends in the open. */
export const STEPS: ReadonlyMap<number, ReadonlyArray<number>> = new Map([
  [OFFLINE, [LIVE]],
  [LIVE, [FREE, VIP, PAUSED, OFFLINE]],
  [FREE, [LIVE, VIP]],
  [VIP, [LIVE]],
  [PAUSED, [LIVE, OFFLINE]],
])

interface Stay {
  /** Milliseconds. */
  readonly from: number
  readonly to: number
  /** What follows, as often as it stands there. */
  readonly next: readonly [number, ...ReadonlyArray<number>]
}

const MINUTE_MS = 60_000
const STAYS: ReadonlyMap<number, Stay> = new Map([
  [LIVE, { from: 1, to: 5, next: [FREE, FREE, FREE, FREE, VIP, PAUSED] }],
  [FREE, { from: 2, to: 7, next: [LIVE, LIVE, VIP] }],
  [VIP, { from: 2, to: 11, next: [LIVE] }],
  [PAUSED, { from: 1, to: 4, next: [LIVE] }],
])

/** A session begins and ends in the open. */
const OPEN_AT_ENDS_MS = 45_000

const within = ({ from, until, key }: Session, wall: number): number => {
  if (wall >= until - OPEN_AT_ENDS_MS) return LIVE
  const random = seededRandom(`session ${key}`)
  let status = LIVE
  let left = wall - from
  for (;;) {
    const stay = STAYS.get(status)
    if (stay === undefined) return status
    left -= random.between(stay.from, stay.to) * MINUTE_MS
    if (left < 0) return status
    status = random.pick(stay.next)
  }
}

/** Everybody's own status, by id, in the order of the list. */
export type Statuses = ReadonlyMap<string, number>

export interface StatusChange {
  readonly id: string
  readonly status: number
}

const stepTo = (present: number, wanted: number): number =>
  // By way of the open, as everybody does who cannot go there at once.
  (STEPS.get(present)?.includes(wanted) ?? false) ? wanted : LIVE

/** `at` is milliseconds since 1970. */
export const wantedStatuses = (seed: string, ids: ReadonlyArray<string>, at: number): Statuses => {
  const wall = wallTime(at)
  return new Map(
    ids.map((id, index) => {
      const session = sessionAt(seed, { id, index }, wall)
      return [id, session === undefined ? OFFLINE : within(session, wall)]
    }),
  )
}

/** One step each, of those who are not where they want to be. */
export const nextChanges = (
  seed: string,
  present: Statuses,
  at: number,
): ReadonlyArray<StatusChange> => {
  const wanted = wantedStatuses(seed, [...present.keys()], at)
  return [...present].flatMap(([id, status]) => {
    const wish = wanted.get(id) ?? status
    return wish === status ? [] : [{ id, status: stepTo(status, wish) }]
  })
}
