/** Tests the changes of a list of performers in the document: pages, refreshes, statuses, newcomers. */
import { describe, expect, it } from "vitest"
import { GRID_ORDERINGS } from "@foldcast/rules/grid/orders"
import { performer, performers } from "../../screens/performers.fixture.ts"
import {
  type GridData,
  gridState,
  gridWithNextPage,
  gridWithPagesUpTo,
  gridWithStatuses,
  gridWithWaiting,
  loadedGrid,
  newcomers,
  refreshedGrid,
  reloadedGrid,
} from "./grid-data.ts"

const LIMIT = 4
const first = (): GridData => loadedGrid(performers(0, LIMIT), { pages: 1, limit: LIMIT, at: 1 })
const idsOf = ({ list }: GridData) => list.performers.map(({ performerId }) => performerId)

describe("the data of a list in the document", () => {
  it("have performers, ordering, filter and pagination, and where the next page begins", () => {
    const filter = { age: ["18-24"] }
    const two = gridWithNextPage(
      first(),
      { performers: performers(4, 3), page: 2, limit: LIMIT },
      2,
    )
    expect(gridState(two, filter)).toEqual({
      performers: performers(0, 7),
      ordering: ["free", "lastCamSession", "language", "rating"],
      filter,
      pagination: { page: 2, limit: LIMIT, hasMorePages: false },
      performerLimit: LIMIT,
      performerPage: 2,
      pageOffset: 8,
    })
  })

  it("count nobody of those who came with a page as new", () => {
    const two = gridWithNextPage(
      first(),
      { performers: performers(4, 4), page: 2, limit: LIMIT },
      2,
    )
    expect(newcomers(first())).toBe(0)
    expect(newcomers(two)).toBe(0)
  })

  it("take the pages that they had before behind the present ones, and nothing where they have as many", () => {
    const came = [performer(1), performer(0, { onlineStatus: 0 }), ...performers(2, 8)]
    const three = gridWithPagesUpTo(first(), came, { pages: 3, at: 7 })
    expect(idsOf(three)).toEqual(performers(0, 10).map(({ performerId }) => performerId))
    expect(three.list.performers[0]?.onlineStatus).toBe(0)
    expect(three.list.pagination).toEqual({ page: 3, limit: LIMIT, hasMorePages: false })
    expect(newcomers(three)).toBe(0)
    expect(three.at).toBe(7)
    expect(gridWithPagesUpTo(three, performers(5, 3), { pages: 3, at: 8 })).toBe(three)
  })

  it("leave everybody where they are when a refresh brings others, and count those", () => {
    const came = [performer(9), ...performers(0, 3)]
    const refreshed = refreshedGrid(first(), came, 5)
    expect(idsOf(refreshed)).toEqual(["p_0", "p_1", "p_2", "p_3"])
    expect(newcomers(refreshed)).toBe(1)
    const applied = gridWithWaiting(refreshed)
    expect(idsOf(applied)).toEqual(["p_9", "p_0", "p_1", "p_2"])
    expect(newcomers(applied)).toBe(0)
  })

  it("keep a page that came while all before it were loaded anew", () => {
    const second = { performers: performers(4, 3), page: 2, limit: LIMIT }
    const two = gridWithNextPage(first(), second, 2)
    const came = [performer(9), performer(5), ...performers(0, 2)]
    const reloaded = reloadedGrid(two, came, { pages: 1, limit: LIMIT, at: 3 })
    expect(idsOf(reloaded)).toEqual(["p_9", "p_5", "p_0", "p_1", "p_2", "p_3", "p_4", "p_6"])
    expect(reloaded.list.pagination).toEqual({ page: 2, limit: LIMIT, hasMorePages: false })
    expect([reloaded.at, newcomers(reloaded)]).toEqual([3, 0])
  })

  it("are those of the refresh where no page came meanwhile", () => {
    const came = [performer(9), ...performers(0, 3)]
    const anew = { pages: 1, limit: LIMIT, at: 3 }
    for (const now of [undefined, first()]) {
      expect(reloadedGrid(now, came, anew)).toEqual(loadedGrid(came, anew))
    }
  })

  it("count who came online by a signal, once, and no more when they left again", () => {
    const offline = [performer(0, { onlineStatus: 0 }), performer(1, { onlineStatus: 0 })]
    const grid = loadedGrid(offline, { pages: 1, limit: LIMIT, at: 1 })
    const came = gridWithStatuses(grid, { p_0: 1, p_1: 3 })
    expect(newcomers(came)).toBe(2)
    expect(newcomers(gridWithStatuses(came, { p_0: 9 }))).toBe(2)
    expect(newcomers(gridWithStatuses(came, { p_0: 0 }))).toBe(1)
    const waiting = refreshedGrid(came, [...came.list.performers, performer(5)], 6)
    expect(newcomers(waiting)).toBe(3)
  })

  it("count of those who came online only who is not shown, where no status changes the order [FIND-12]", () => {
    const offline = [performer(0, { onlineStatus: 0 }), performer(1, { onlineStatus: 0 })]
    for (const order of ["newest", "rating", "name"] as const) {
      const ordering = GRID_ORDERINGS[order]
      const grid = loadedGrid(offline, { pages: 1, limit: LIMIT, at: 1, ordering })
      const came = gridWithStatuses(grid, { p_0: 1, p_1: 3 })
      expect(newcomers(came)).toBe(0)
      const waiting = refreshedGrid(came, [performer(5), ...came.list.performers], 6)
      expect([newcomers(waiting), idsOf(waiting)]).toEqual([1, ["p_0", "p_1"]])
      const applied = gridWithWaiting(waiting)
      expect([newcomers(applied), idsOf(applied)]).toEqual([0, ["p_5", "p_0", "p_1"]])
      expect(
        gridState(reloadedGrid(applied, offline, { pages: 1, limit: LIMIT, at: 7, ordering }), {}),
      ).toMatchObject({ ordering })
    }
  })

  it("stay the same object where a signal is about nobody in them", () => {
    const grid = first()
    expect(gridWithStatuses(grid, { p_99: 1, p_0: 3 })).toBe(grid)
  })
})
