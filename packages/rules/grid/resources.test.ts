/** The addresses of performer answers: the same request has one address, and no parameter can break out of it. */
import { describe, expect, it } from "vitest"
import { NO_FILTER, readFilter } from "./filters.ts"
import {
  albumPath,
  albumsPath,
  autocompletePath,
  performerCountPath,
  performersByIdPath,
  performersPath,
  type PerformersQuery,
  profilePath,
} from "./resources.ts"

const QUERY: PerformersQuery = {
  category: null,
  filter: NO_FILTER,
  locale: "nl",
  page: 1,
  limit: 30,
}
const parsed = (path: string) => new URL(path, "http://site.example")

describe("the address of a list", () => {
  it("has the values that are asked for and leaves out the others", () => {
    expect(performersPath(QUERY)).toBe("/api/performers?lang=nl&page=1&limit=30")
    const filter = readFilter("age_18-24_24-30.languages_nl") ?? NO_FILTER
    expect(performersPath({ ...QUERY, category: "new-cams", filter, page: 3 })).toBe(
      "/api/performers?category=new-cams&filter=age_18-24_24-30.languages_nl&lang=nl&page=3&limit=30",
    )
    expect(performerCountPath(null, NO_FILTER)).toBe("/api/performers/count")
    expect(performerCountPath("new-cams", filter)).toBe(
      "/api/performers/count?category=new-cams&filter=age_18-24_24-30.languages_nl",
    )
  })

  it("is the same for the same question, in whatever order it was chosen", () => {
    const one = readFilter("age_18-24.languages_nl_fr") ?? NO_FILTER
    const other = readFilter("languages_fr_nl.age_18-24") ?? NO_FILTER
    expect(performersPath({ ...QUERY, filter: one })).toBe(
      performersPath({ ...QUERY, filter: other }),
    )
  })

  it("names performers by their ids, as many as there are", () => {
    const { searchParams } = parsed(performersByIdPath(["p 1", "p,2&x=y", "3"], "en"))
    expect(Object.fromEntries(searchParams)).toEqual({
      ids: "p 1,p,2&x=y,3",
      lang: "en",
      page: "1",
      limit: "3",
    })
  })
})

describe("a name in an address", () => {
  it.each(["../count", "a/b", "a?b=c", "a#b", "é", "a b", "%2e%2e%2f", "a&username=b"])(
    "is the same when read back: %s",
    (name) => {
      const profile = parsed(profilePath(name, "nl"))
      expect(decodeURIComponent(profile.pathname)).toBe(`/api/performers/${name}`)
      expect(profile.pathname.split("/")).toHaveLength(4)
      expect(profile.search).toBe("?lang=nl")
      const search = autocompletePath({ typed: name, locale: "nl", limit: 10 })
      expect(parsed(search).searchParams.getAll("username")).toEqual([name])
      expect(parsed(albumsPath(name, "en")).pathname.split("/")).toHaveLength(4)
      expect(parsed(albumPath("p", name, "en")).pathname.split("/")).toHaveLength(5)
      expect(
        parsed(performersPath({ ...QUERY, category: name })).searchParams.get("category"),
      ).toBe(name)
    },
  )
})
