/** The answers in a page's HTML have exactly the addresses that the browser requests. */
import { describe, expect, it } from "vitest"
import type { PageMatch } from "../page-routes.ts"
import { LIVE_NOW, readFilter, NO_FILTER } from "./filters.ts"
import { filterOfQuery, pageResources } from "./page-resources.ts"
import { autocompletePath, CATEGORIES_PATH, performersPath, profilePath } from "./resources.ts"

const resources = (match: PageMatch, query = "") =>
  pageResources(match, new URLSearchParams(query), "nl")
const first = { locale: "nl", page: 1, limit: 30 } as const

describe("a page's resources", () => {
  it("are the categories and the first thirty performers, at home and of a category [GRID-35]", () => {
    expect(resources({ page: "home", params: {} })).toEqual([
      CATEGORIES_PATH,
      performersPath({ ...first, category: null, filter: NO_FILTER }),
    ])
    expect(resources({ page: "category", params: { slug: "new-cams" } })).toEqual([
      CATEGORIES_PATH,
      performersPath({ ...first, category: "new-cams", filter: NO_FILTER }),
    ])
  })

  it("are filtered as the address says, and not at all where its filter cannot be read", () => {
    const filter = readFilter("age_18-24") ?? NO_FILTER
    expect(resources({ page: "home", params: {} }, "filter=age_18-24&utm_source=x")).toContain(
      performersPath({ ...first, category: null, filter }),
    )
    expect(resources({ page: "home", params: {} }, "filter=age_17-24")).toContain(
      performersPath({ ...first, category: null, filter: NO_FILTER }),
    )
    expect(filterOfQuery(new URLSearchParams("filter=age_17-24"))).toBeNull()
    expect(filterOfQuery(new URLSearchParams(""))).toEqual(NO_FILTER)
  })

  it("are a performer's on a profile, by the name in the address", () => {
    expect(resources({ page: "profile-model", params: { model: "Amber Rain" } })).toEqual([
      CATEGORIES_PATH,
      profilePath("Amber Rain", "nl"),
    ])
  })

  it("are whom the address names on the page of results, and who is live for where nobody is found", () => {
    const live = performersPath({ ...first, category: null, filter: LIVE_NOW })
    const page: PageMatch = { page: "search-results", params: {} }
    expect(resources(page, "name=+Luna+&p=a1&filter=age_18-24")).toEqual([
      CATEGORIES_PATH,
      autocompletePath({ typed: "Luna", locale: "nl", limit: 60 }),
      live,
    ])
    for (const tooShort of ["", "name=", "name=lu", "name=l.u."]) {
      expect(resources(page, tooShort)).toEqual([CATEGORIES_PATH, live])
    }
  })

  it("are the categories everywhere else, without a member's favourites", () => {
    expect(resources({ page: "favourites", params: {} }, "filter=age_18-24")).toEqual([
      CATEGORIES_PATH,
    ])
  })
})
