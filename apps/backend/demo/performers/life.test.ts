/** A day of the demo world, second by second on a simulated clock: plausible steps, never empty, never static. */
import { describe, expect, it } from "vitest"
import { WALL_DAY_MS, WALL_HOUR_MS, wallTime } from "./amsterdam-time.ts"
import { demoPerformers } from "./demo-performers.ts"
import {
  FREE_BITS,
  LIVE_BITS,
  nextChanges,
  OFFLINE_BITS,
  PAUSED_BITS,
  type StatusChange,
  STATUS_STEPS,
  VIP_BITS,
  wantedStatuses,
} from "./life.ts"

const MIDNIGHT = Date.UTC(2026, 10, 20, 23)
const idsOf = (seed: string) =>
  demoPerformers(seed, MIDNIGHT)
    .map(({ id }) => id)
    .toSorted()

interface Moment {
  readonly at: number
  readonly online: number
  readonly changes: ReadonlyArray<StatusChange & { readonly before: number }>
}

const livedDay = (seed: string, everyMs: number): ReadonlyArray<Moment> => {
  const present = new Map(wantedStatuses(seed, idsOf(seed), MIDNIGHT))
  return Array.from({ length: WALL_DAY_MS / everyMs }, (_, index) => {
    const at = MIDNIGHT + (index + 1) * everyMs
    const changes = nextChanges(seed, present, at).map((change) => ({
      ...change,
      before: present.get(change.id) ?? -1,
    }))
    for (const { id, status } of changes) present.set(id, status)
    return {
      at,
      online: [...present.values()].filter((status) => status !== OFFLINE_BITS).length,
      changes,
    }
  })
}

const EVERY_MS = 3_000
const DAY = livedDay("foldcast", EVERY_MS)
const CHANGES = DAY.flatMap(({ changes }) => changes)

describe("a day of the demo world", () => {
  it("has only changes of status that a person could make", () => {
    for (const { before, status } of CHANGES) expect(STATUS_STEPS.get(before)).toContain(status)
    expect(new Set(CHANGES.map(({ status }) => status))).toEqual(
      new Set([OFFLINE_BITS, LIVE_BITS, FREE_BITS, VIP_BITS, PAUSED_BITS]),
    )
  })

  it("has forty to sixty performers online on average, and never few", () => {
    const mean = DAY.reduce((sum, { online }) => sum + online, 0) / DAY.length
    expect(mean).toBeGreaterThan(40)
    expect(mean).toBeLessThan(60)
    for (const { online } of DAY) {
      expect(online).toBeGreaterThanOrEqual(30)
      expect(online).toBeLessThanOrEqual(80)
    }
  })

  it("has more of them online in the evening than in the early morning", () => {
    const meanBetween = (from: number, to: number) => {
      const some = DAY.filter(({ at }) => {
        const hour = (wallTime(at) % WALL_DAY_MS) / WALL_HOUR_MS
        return hour >= from && hour < to
      })
      return some.reduce((sum, { online }) => sum + online, 0) / some.length
    }
    expect(meanBetween(20, 24)).toBeGreaterThan(meanBetween(4, 8) + 5)
  })

  it("changes a status every few seconds, and never stays unchanged for a minute", () => {
    const perChange = WALL_DAY_MS / CHANGES.length
    expect(perChange).toBeGreaterThan(2_000)
    expect(perChange).toBeLessThan(8_000)
    let quiet = 0
    for (const { changes } of DAY) {
      quiet = changes.length === 0 ? quiet + EVERY_MS : 0
      expect(quiet).toBeLessThan(60_000)
    }
  })

  it("lets every performer go offline at times, and most come online", () => {
    const ids = idsOf("foldcast")
    const wasOnline = new Set<string>()
    const wasOffline = new Set<string>()
    for (let at = MIDNIGHT; at < MIDNIGHT + WALL_DAY_MS; at += 10 * 60_000) {
      for (const [id, status] of wantedStatuses("foldcast", ids, at)) {
        ;(status === OFFLINE_BITS ? wasOffline : wasOnline).add(id)
      }
    }
    expect(wasOffline.size).toBe(ids.length)
    expect(wasOnline.size).toBeGreaterThan(ids.length * 0.75)
    expect(wasOnline.size).toBeLessThan(ids.length)
  })

  it("is the same with the same seed, and different with another", () => {
    expect(livedDay("foldcast", 60_000)).toEqual(livedDay("foldcast", 60_000))
    const ids = idsOf("foldcast")
    expect([...wantedStatuses("another", ids, MIDNIGHT)]).not.toEqual([
      ...wantedStatuses("foldcast", ids, MIDNIGHT),
    ])
  })

  it("never has nobody online with any other seed either", () => {
    for (const seed of ["a", "b", "c", "d"]) {
      const ids = idsOf(seed)
      for (let at = MIDNIGHT; at < MIDNIGHT + 7 * WALL_DAY_MS; at += 2 * WALL_HOUR_MS) {
        const online = [...wantedStatuses(seed, ids, at).values()].filter(
          (one) => one !== OFFLINE_BITS,
        )
        expect(online.length).toBeGreaterThanOrEqual(25)
        expect(online.length).toBeLessThanOrEqual(85)
      }
    }
  })

  it("catches up in plausible steps after a night without a tick, and is quiet then", () => {
    const ids = idsOf("foldcast")
    const present = new Map(
      ids.map((id, index) => [
        id,
        [VIP_BITS, PAUSED_BITS, FREE_BITS, OFFLINE_BITS][index % 4] ?? 0,
      ]),
    )
    for (let step = 0; step < 3; step += 1) {
      for (const { id, status } of nextChanges("foldcast", present, MIDNIGHT)) {
        expect(STATUS_STEPS.get(present.get(id) ?? -1)).toContain(status)
        present.set(id, status)
      }
    }
    expect(nextChanges("foldcast", present, MIDNIGHT)).toEqual([])
    expect(present).toEqual(wantedStatuses("foldcast", ids, MIDNIGHT))
  })
})

describe("Amsterdam's clock", () => {
  it("is an hour ahead of UTC in winter and two in summer", () => {
    const winter = Date.UTC(2026, 0, 15, 12)
    const summer = Date.UTC(2026, 6, 15, 12)
    expect(wallTime(winter) - winter).toBe(WALL_HOUR_MS)
    expect(wallTime(summer) - summer).toBe(2 * WALL_HOUR_MS)
  })
})
