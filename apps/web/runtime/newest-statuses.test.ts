/** Statuses that came late, early or twice: the newest that told of a performer stands. */
import { describe, expect, it } from "vitest"
import { performers } from "../screens/performers.fixture.ts"
import {
  GRID_KEY,
  type GridData,
  gridWithNextPage,
  loadedGrid,
  refreshedGrid,
} from "../features/performers/grid-data.ts"
import { applyStatuses } from "../features/performers/status-signals.ts"
import { NewestStatuses, newestStatusesOf, withNewestStatuses } from "./newest-statuses.ts"
import { newQueryClient } from "./queries.ts"

const CARDS = performers(0, 3)
const IDS = CARDS.map(({ performerId }) => performerId)
interface Told {
  readonly kind: "refresh" | "next page" | "signal" | "profile"
  readonly at: number
  /** Of p_0, p_1 and p_2; null: not told of. */
  readonly statuses: ReadonlyArray<number | null>
}

/** The same for the same seed. */
const tellings = (seed: number): ReadonlyArray<Told> => {
  let state = seed
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
  const one = <A>(all: ReadonlyArray<A>): A => all[below(all.length)]!
  return Array.from({ length: 1 + below(20) }, () => ({
    kind: one(["refresh", "next page", "signal", "profile"] as const),
    at: 1 + below(15),
    statuses: IDS.map(() => one([null, 0, 1, 3, 5, 9])),
  }))
}

const KEY = [GRID_KEY, "home", "1"]
const PROFILE = ["/api/performers/Luna1?lang=nl"]

describe("statuses of answers and signals", () => {
  it("are in the end the newest that told of each performer, in whatever order they come", () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const queries = newQueryClient()
      const newest = newestStatusesOf(queries)
      const grid = () => queries.getQueryData<GridData>(KEY)
      const first = withNewestStatuses(
        { at: 0, performers: CARDS, page: 1, limit: 30, hasMorePages: false },
        newest,
      )
      queries.setQueryData(KEY, loadedGrid(first.performers, { pages: 1, limit: 30, at: 0 }))
      const expected = new Map(
        CARDS.map(({ performerId, onlineStatus }) => [
          performerId,
          { status: onlineStatus, at: 0 },
        ]),
      )
      for (const { kind, at, statuses } of tellings(seed)) {
        const told = IDS.flatMap((id, index) => {
          const status = statuses[index]
          const isAsked = kind !== "profile" || id === "p_1"
          return status === null || status === undefined || !isAsked ? [] : [{ id, status }]
        })
        for (const { id, status } of told) {
          if (at >= (expected.get(id)?.at ?? 0)) expected.set(id, { status, at })
        }
        const cards = told.map(({ id, status }) => ({
          ...CARDS[IDS.indexOf(id)]!,
          onlineStatus: status,
        }))
        const answer = () =>
          withNewestStatuses(
            { at, performers: cards, page: 2, limit: 30, hasMorePages: false },
            newest,
          )
        switch (kind) {
          case "signal":
            applyStatuses(queries, {
              at,
              statuses: Object.fromEntries(told.map(({ id, status }) => [id, status])),
            })
            break
          case "refresh":
            queries.setQueryData(KEY, refreshedGrid(grid()!, answer().performers, at))
            break
          case "next page":
            queries.setQueryData(KEY, gridWithNextPage(grid()!, answer(), at))
            break
          case "profile":
            for (const card of cards) {
              queries.setQueryData(PROFILE, withNewestStatuses({ at, ...card }, newest))
            }
        }
      }
      // Whatever tells of everybody now, however old, says what stands.
      const stale = { at: 0, performers: CARDS, page: 1, limit: 30, hasMorePages: false }
      queries.setQueryData(
        KEY,
        refreshedGrid(grid()!, withNewestStatuses(stale, newest).performers, 0),
      )
      for (const { performerId, onlineStatus } of grid()?.list.performers ?? []) {
        expect([seed, performerId, onlineStatus]).toEqual([
          seed,
          performerId,
          expected.get(performerId)?.status,
        ])
      }
    }
  })

  it("of a slow answer change neither what was signalled since it was asked for, nor what is no status", () => {
    const newest = new NewestStatuses()
    const asked = { at: 10, performers: CARDS, page: 1, limit: 30, hasMorePages: false }
    newest.merge({ p_1: 9 }, 12)
    const { performers: came } = withNewestStatuses(asked, newest)
    expect(came.map(({ onlineStatus }) => onlineStatus)).toEqual([3, 9, 5])
    expect(came[0]).toBe(CARDS[0])
    // Of one that was asked after the signal it is the answer's.
    const later = withNewestStatuses({ ...asked, at: 13 }, newest)
    expect(later.performers.map(({ onlineStatus }) => onlineStatus)).toEqual([3, 1, 5])
  })

  it("of an old signal do not change what was answered since", () => {
    const queries = newQueryClient()
    const answer = withNewestStatuses({ at: 20, ...CARDS[1]! }, newestStatusesOf(queries))
    queries.setQueryData(PROFILE, answer)
    applyStatuses(queries, { at: 19, statuses: { p_1: 0 } })
    expect(queries.getQueryData(PROFILE)).toBe(answer)
    applyStatuses(queries, { at: 21, statuses: { p_1: 0 } })
    expect(queries.getQueryData(PROFILE)).toMatchObject({ onlineStatus: 0 })
  })

  it("are remembered for a limited number of performers, and answers without any stay as they are", () => {
    const newest = new NewestStatuses(2)
    newest.merge({ p_1: 1, p_2: 1, p_3: 1 }, 10)
    expect(newest.merge({ p_1: 0, p_3: 0 }, 5)).toEqual({ p_1: 0, p_3: 1 })
    for (const answer of [null, "a", { categories: [] }, { at: 1, albums: [] }]) {
      expect(withNewestStatuses(answer, newest)).toBe(answer)
    }
  })
})
