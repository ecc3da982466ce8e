import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { performersByIdPath, performersPath } from "@foldcast/rules/grid/resources"
import { costOf, readPerformersRequest } from "./performers-request.ts"

const read = (query: string) => {
  const result = readPerformersRequest(new URLSearchParams(query))
  return Result.isSuccess(result) ? result.success : result.failure.field
}
const queryOf = (path: string) => path.slice(path.indexOf("?"))

describe("the query of a list of performers", () => {
  it("asks for thirty of the first page in the default language where nothing is said [GRID-35]", () => {
    expect(read("")).toEqual({
      category: null,
      filter: {},
      order: "recommended",
      locale: "nl",
      page: 1,
      limit: 30,
      ids: null,
    })
  })

  it("is read as the site itself writes it", () => {
    const asked = {
      category: "toy-shows",
      filter: { age: ["18-24"], languages: ["nl", "fr"] },
      order: "name",
      locale: "en",
      page: 2,
      limit: 60,
    } as const
    expect(read(queryOf(performersPath(asked)))).toEqual({ ...asked, ids: null })
    expect(read(queryOf(performersByIdPath(["p1", "7"], "nl")))).toMatchObject({
      ids: ["p1", "7"],
      limit: 2,
    })
  })

  it("asks for up to 990 in one call, from the beginning only [GRID-31]", () => {
    expect(read("limit=990")).toMatchObject({ limit: 990 })
    expect(read("limit=100&page=7")).toMatchObject({ page: 7, limit: 100 })
    expect(read("limit=101&page=2")).toBe("limit")
    expect(read("limit=991")).toBe("limit")
  })

  it.each([
    ["", 1],
    ["limit=100&page=7", 1],
    ["limit=101", 2],
    ["limit=990", 10],
    ["limit=99999", 1],
    ["limit=no", 1],
    ["username=anna&limit=60", 4],
  ])(
    "costs as many calls as the service has pages for it, and a search its misspellings too: %s",
    (query, calls) => {
      expect(costOf(new URLSearchParams(query))).toBe(calls)
    },
  )

  it("may name an order, and no unknown one [GRID-38] [FIND-08]", () => {
    expect(read("order=free,lastCamSession,language,rating")).toMatchObject({
      order: "recommended",
    })
    for (const order of ["newest", "rating", "name"]) {
      expect(read(`order=${order}`)).toMatchObject({ order })
    }
    for (const unknown of ["", "recommended", "Rating", "name,rating", "toString"]) {
      expect(read(`order=${unknown}`)).toBe("order")
    }
  })

  it.each([
    ["page=0", "page"],
    ["page=-1", "page"],
    ["page=1e3", "page"],
    ["page=10001", "page"],
    ["limit=0", "limit"],
    ["limit=", "limit"],
    ["limit=١", "limit"],
    ["lang=de", "lang"],
    ["filter=toys", "filter"],
    ["filter=age_17-18", "filter"],
    ["category=No", "category"],
    [`category=${"a".repeat(61)}`, "category"],
    ["ids=", "ids"],
    ["ids=a,,b", "ids"],
    ["ids=a%20b", "ids"],
    [`ids=${Array.from({ length: 101 }, (_, n) => `p${n}`).join(",")}`, "ids"],
  ])("is refused with the part that cannot be read: %s", (query, field) => {
    expect(read(query)).toBe(field)
  })
})
