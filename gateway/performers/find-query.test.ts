import { describe, expect, it } from "vitest"
import type { Locale } from "@foldcast/contracts/units"
import { type GridFilter, NO_FILTER, readFilter } from "@foldcast/rules/grid/filters"
import {
  filterQuery,
  findByIdQuery,
  findQuery,
  type ListAsked,
  upstreamPages,
} from "./find-query.ts"

const filter = (text: string) => {
  const read = readFilter(text)
  if (read === null) throw new Error(`no filter: ${text}`)
  return read
}
const listOf = (some: GridFilter, locale: Locale): ListAsked => ({
  filter: some,
  order: "recommended",
  locale,
})

describe("the query to the performer service", () => {
  it("asks for one gender where nothing else is chosen [GRID-16]", () => {
    expect(filterQuery({})).toEqual({ gender: "female" })
    expect(filterQuery(filter("gender_male_couple"))).toEqual({ gender: "male,couple" })
  })

  it("names every chosen value once, by upstream's names [API-035]", () => {
    expect(
      filterQuery(
        filter("age_18-24_24-30.languages_nl_en-dk-se.hairColor_red.breastSize_1.piercings_none"),
      ),
    ).toEqual({
      gender: "female",
      age: "18-24,24-30",
      languages: "nl,en-dk-se",
      hairColor: "red",
      breastSize: "1",
      piercings: "none",
    })
  })

  it("has a cybertoy code as it is defined", () => {
    expect(filterQuery(filter("cybertoy_1_2"))).toMatchObject({ cybertoy: "1,2" })
  })

  it("asks for a first session within seven days for new cams [GRID-23]", () => {
    expect(filterQuery(filter("firstCamSession_week"))).toEqual({
      gender: "female",
      firstCamSessionWithin: "604800000",
    })
  })

  it("adds free to the statuses, for the popular ones [GRID-24]", () => {
    expect(filterQuery(filter("popular_free"))).toMatchObject({ onlineStatus: "free" })
    expect(filterQuery(filter("popular_free.onlineStatus_vip_free"))["onlineStatus"]).toBe(
      "free,vip",
    )
  })

  it("adds the codes 3 and 5 to the toys, for the popular ones [GRID-25]", () => {
    expect(filterQuery(filter("popular_toy"))).toMatchObject({ cybertoy: "3,5" })
    expect(filterQuery(filter("popular_toy.cybertoy_1"))["cybertoy"]).toBe("3,5,1")
    expect(filterQuery(filter("popular_toy"))).not.toHaveProperty("popular")
  })

  it("names the recommended ordering, and a page [GRID-38, API-047]", () => {
    expect(findQuery(listOf(NO_FILTER, "nl"), { page: 3, limit: 30 })).toEqual({
      gender: "female",
      ordering: "free,lastCamSession,language,rating",
      language: "nl",
      page: "3",
      limit: "30",
    })
  })

  it("orders by the filter's languages, or else by the page's [GRID-39]", () => {
    const page = { page: 1, limit: 30 }
    expect(findQuery(listOf(NO_FILTER, "en"), page)["language"]).toBe("en")
    expect(findQuery(listOf(filter("languages_fr"), "en"), page)["language"]).toBe("fr")
    expect(findQuery(listOf(filter("languages_fr_it"), "en"), page)["language"]).toBe("fr,it")
  })

  it.each([
    ["newest", "firstCamSession"],
    ["rating", "rating"],
    ["name", "username"],
  ] as const)(
    "names the ordering of the order %s, which prefers no language [FIND-08]",
    (order, ordering) => {
      const asked = { filter: filter("languages_fr"), order, locale: "en" } as const
      for (const query of [
        findQuery(asked, { page: 1, limit: 30 }),
        findByIdQuery(["p1"], asked),
      ]) {
        expect(query).toMatchObject({ languages: "fr", ordering })
        expect(query).not.toHaveProperty("language")
      }
    },
  )

  it("asks for performers by id without any filter", () => {
    expect(findByIdQuery(["p1", "p2"], listOf(NO_FILTER, "nl"))).toEqual({
      ids: "p1,p2",
      ordering: "free,lastCamSession,language,rating",
      language: "nl",
      page: "1",
      limit: "2",
    })
    expect(findByIdQuery(["p1"], listOf(filter("gender_male.age_18-24"), "nl"))).toMatchObject({
      ids: "p1",
      gender: "male",
      age: "18-24",
    })
  })

  it("asks for one of upstream's pages for a page, and for several for a refresh [GRID-31]", () => {
    expect(upstreamPages({ page: 4, limit: 60 })).toEqual([{ page: 4, limit: 60 }])
    expect(upstreamPages({ page: 2, limit: 100 })).toEqual([{ page: 2, limit: 100 }])
    const pages = upstreamPages({ page: 1, limit: 250 })
    expect(pages).toEqual([1, 2, 3].map((page) => ({ page, limit: 100 })))
    expect(upstreamPages({ page: 1, limit: 990 })).toHaveLength(10)
  })
})
