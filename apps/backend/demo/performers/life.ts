/**
 * What demo performers do next: come online, go to free chat or VIP, pause and leave. Pure: the same seed, people and
 * time give the same wanted statuses; whoever has another status gets there by steps that a person could take.
 */
import { STATUS_BITS } from "@foldcast/rules/performer-attributes"
import { seededRandom } from "../../seeded-random.ts"
import { wallTime } from "./amsterdam-time.ts"
import { type OnAirSession, onAirSessionAt } from "./on-air-sessions.ts"

const { live, free, vip, pause } = STATUS_BITS
export const OFFLINE_BITS = 0
export const LIVE_BITS: number = live
export const FREE_BITS = live | free
export const VIP_BITS = live | vip
export const PAUSED_BITS = live | pause

/** Which status may follow which in a single step; VIP begins by arrangement and ends in chat. */
export const STATUS_STEPS: ReadonlyMap<number, ReadonlyArray<number>> = new Map([
  [OFFLINE_BITS, [LIVE_BITS]],
  [LIVE_BITS, [FREE_BITS, VIP_BITS, PAUSED_BITS, OFFLINE_BITS]],
  [FREE_BITS, [LIVE_BITS, VIP_BITS]],
  [VIP_BITS, [LIVE_BITS]],
  [PAUSED_BITS, [LIVE_BITS, OFFLINE_BITS]],
])

interface Stay {
  /** Milliseconds. */
  readonly from: number
  readonly to: number
  /** The next statuses; repeated ones are more likely. */
  readonly next: readonly [number, ...ReadonlyArray<number>]
}

const MINUTE_MS = 60_000
const STAYS: ReadonlyMap<number, Stay> = new Map([
  [
    LIVE_BITS,
    { from: 1, to: 5, next: [FREE_BITS, FREE_BITS, FREE_BITS, FREE_BITS, VIP_BITS, PAUSED_BITS] },
  ],
  [FREE_BITS, { from: 2, to: 7, next: [LIVE_BITS, LIVE_BITS, VIP_BITS] }],
  [VIP_BITS, { from: 2, to: 11, next: [LIVE_BITS] }],
  [PAUSED_BITS, { from: 1, to: 4, next: [LIVE_BITS] }],
])

/** Milliseconds at both ends of a session in which she is in chat. */
const OPEN_AT_ENDS_MS = 45_000

const within = ({ from, until, key }: OnAirSession, wall: number): number => {
  if (wall >= until - OPEN_AT_ENDS_MS) return LIVE_BITS
  const random = seededRandom(`session ${key}`)
  let status = LIVE_BITS
  let left = wall - from
  for (;;) {
    const stay = STAYS.get(status)
    if (stay === undefined) return status
    left -= random.between(stay.from, stay.to) * MINUTE_MS
    if (left < 0) return status
    status = random.pick(stay.next)
  }
}

/** The wanted status of each, by id. */
export type DemoStatuses = ReadonlyMap<string, number>

export interface StatusChange {
  readonly id: string
  readonly status: number
}

const stepTo = (present: number, wanted: number): number =>
  // Through chat, where there is no direct step.
  (STATUS_STEPS.get(present)?.includes(wanted) ?? false) ? wanted : LIVE_BITS

/** `at` is milliseconds since 1970. */
export const wantedStatuses = (
  seed: string,
  ids: ReadonlyArray<string>,
  at: number,
): DemoStatuses => {
  const wall = wallTime(at)
  return new Map(
    ids.map((id, index) => {
      const session = onAirSessionAt(seed, { id, index }, wall)
      return [id, session === undefined ? OFFLINE_BITS : within(session, wall)]
    }),
  )
}

/** One step for each whose status is not the wanted one. */
export const nextChanges = (
  seed: string,
  present: DemoStatuses,
  at: number,
): ReadonlyArray<StatusChange> => {
  const wanted = wantedStatuses(seed, [...present.keys()], at)
  return [...present].flatMap(([id, status]) => {
    const wish = wanted.get(id) ?? status
    return wish === status ? [] : [{ id, status: stepTo(status, wish) }]
  })
}
