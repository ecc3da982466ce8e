/** Tests how status signals change the answers that show them. */
import { describe, expect, it } from "vitest"
import { performers } from "../../screens/performers.fixture.ts"
import { newQueryClient } from "../../runtime/queries.ts"
import { GRID_KEY, type GridData, loadedGrid } from "./grid-data.ts"
import { applyStatuses, statusesOf } from "./status-signals.ts"

describe("a signal of statuses", () => {
  it("is read where it is about statuses, and ignored otherwise", () => {
    const signal = { at: 5, statuses: { p_1: 3 } }
    expect(statusesOf("performer-statuses", signal)).toEqual(signal)
    const unreadable = [
      null,
      {},
      { at: 5, statuses: null },
      { at: 5, statuses: { p_1: "3" } },
      { statuses: { p_1: 3 } },
      "p_1",
    ]
    for (const data of unreadable) {
      expect(statusesOf("performer-statuses", data)).toBeNull()
    }
    expect(statusesOf("weather", signal)).toBeNull()
  })
})

describe("signalled statuses", () => {
  it("change every answer that shows the performer in place, and leave its age", () => {
    const queries = newQueryClient()
    const at = { updatedAt: 1_000 }
    const list = { performers: performers(0, 2), page: 1, limit: 30, hasMorePages: false }
    const grid = loadedGrid(performers(0, 2), { pages: 1, limit: 30, at: 1 })
    queries.setQueryData([GRID_KEY, "home", "1"], grid, at)
    queries.setQueryData(["/api/performers/Luna1?lang=nl"], performers(1, 1)[0], at)
    queries.setQueryData(["/api/performers?limit=10"], list, at)
    queries.setQueryData(["/api/sessions"], { performerId: "p_1", onlineStatus: 1 }, at)

    applyStatuses(queries, { at: 5, statuses: { p_1: 9 } })

    const statuses = (data: unknown) => JSON.stringify(data).match(/"onlineStatus":\d+/gu)
    expect(
      queries
        .getQueryData<GridData>([GRID_KEY, "home", "1"])
        ?.list.performers.map(({ performerId, onlineStatus }) => [performerId, onlineStatus]),
    ).toEqual([
      ["p_0", 3],
      ["p_1", 9],
    ])
    expect(queries.getQueryData(["/api/performers/Luna1?lang=nl"])).toMatchObject({
      username: "Luna1",
      onlineStatus: 9,
    })
    expect(statuses(queries.getQueryData(["/api/performers?limit=10"]))).toEqual([
      '"onlineStatus":3',
      '"onlineStatus":9',
    ])
    expect(queries.getQueryData(["/api/sessions"])).toEqual({ performerId: "p_1", onlineStatus: 1 })
    for (const { state } of queries.getQueryCache().getAll())
      expect(state.dataUpdatedAt).toBe(1_000)
  })

  it("leave an answer the same object where they are about nobody in it", () => {
    const queries = newQueryClient()
    const list = { performers: performers(0, 2), page: 1, limit: 30, hasMorePages: false }
    queries.setQueryData(["/api/performers"], list)
    applyStatuses(queries, { at: 5, statuses: { p_7: 1, p_0: 3 } })
    expect(queries.getQueryData(["/api/performers"])).toBe(list)
  })
})
