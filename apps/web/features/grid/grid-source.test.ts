/** Tests the sources of lists: pages, limits, and the one request that refreshes all pages. */
import { describe, expect, it } from "vitest"
import { performer } from "../../screens/performers.fixture.ts"
import { catalogueSource, favouritesSource } from "./grid-source.ts"

const queryOf = (path: string) => new URL(path, "https://foldcast.test").searchParams

describe("the catalogue", () => {
  const source = catalogueSource({
    category: "toy-shows",
    filter: { languages: ["nl"], age: ["18-24"] },
    locale: "en",
  })

  it("is asked for by category and filter in pages of 30, for the visitor's language [GRID-35]", () => {
    expect(Object.fromEntries(queryOf(source.pagePath(3)))).toEqual({
      category: "toy-shows",
      filter: "age_18-24.languages_nl",
      lang: "en",
      page: "3",
      limit: "30",
    })
  })

  it("is asked for anew in one call for all pages, up to the most that a call brings [GRID-31]", () => {
    const limits = (pages: number) =>
      source
        .refreshPaths(pages)
        .map((path) => [queryOf(path).get("page"), queryOf(path).get("limit")])
    expect(limits(1)).toEqual([["1", "30"]])
    expect(limits(4)).toEqual([["1", "120"]])
    expect(limits(40)).toEqual([["1", "990"]])
  })

  it("is another list for another category, filter or language", () => {
    const asked = { category: "toy-shows", filter: {}, locale: "nl" } as const
    const names = [
      asked,
      { ...asked, category: "new-cams" },
      { ...asked, category: null },
      { ...asked, filter: { age: ["18-24"] } },
      { ...asked, locale: "en" as const },
    ].map((one) => catalogueSource(one).name)
    expect(new Set(names).size).toBe(5)
    expect(catalogueSource({ ...asked }).name).toBe(names[0])
  })
})

describe("the favourites' list", () => {
  const ids = Array.from({ length: 130 }, (_, index) => `p_${index}`)
  const idsOf = (path: string) => (queryOf(path).get("ids") ?? "").split(",")
  const source = favouritesSource(ids, "nl")

  it("is asked for by ids, 60 at a time [GRID-36]", () => {
    expect(idsOf(source.pagePath(1))).toEqual(ids.slice(0, 60))
    expect(idsOf(source.pagePath(3))).toEqual(ids.slice(120))
    expect(source.lastPage).toBe(3)
    expect(favouritesSource(ids.slice(0, 60), "nl").lastPage).toBe(1)
  })

  it("is another list when a favourite was added elsewhere, but the same as long as it is only left", () => {
    expect(favouritesSource(ids.slice(1), "nl").name).toBe(source.name)
    expect(favouritesSource([...ids, "p_130"], "nl", 1).name).not.toBe(source.name)
  })

  it("is asked for anew by as few calls as can name all of them", () => {
    expect(source.refreshPaths(1).map(idsOf)).toEqual([ids.slice(0, 60)])
    expect(source.refreshPaths(2).map(idsOf)).toEqual([ids.slice(0, 100), ids.slice(100, 120)])
  })

  it("is not told to the log", () => {
    expect(source.logKey).not.toContain("p_")
  })

  it("shows those who are online first, and keeps the order otherwise", () => {
    const of = (index: number, onlineStatus: number) => performer(index, { onlineStatus })
    const arranged = source.arranged([of(0, 0), of(1, 3), of(2, 0), of(3, 1)])
    expect(arranged.map(({ performerId }) => performerId)).toEqual(["p_1", "p_3", "p_0", "p_2"])
  })
})
