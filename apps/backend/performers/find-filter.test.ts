import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { bornBetween } from "./age-bounds.ts"
import { CATEGORY_TABLE } from "./category-table.ts"
import { readFindFilter, readFind } from "./find-filter.ts"

const filterOf = (query: string) => Result.getOrThrow(readFindFilter(new URLSearchParams(query)))
const faultOf = (query: string) => {
  const read = readFind(new URLSearchParams(query), "nl")
  return Result.isFailure(read) ? [read.failure.label, read.failure.fields?.[0]?.field] : null
}

describe("the filter of a list", () => {
  it("reads names of statuses as tests of the bits [GRID-21] [GRID-48]", () => {
    const statuses = (names: string) => filterOf(`onlineStatus=${names}`).statuses
    expect(statuses("online")).toEqual([1, 3, 5, 9])
    expect(statuses("live")).toEqual([1])
    expect(statuses("free,vip")).toEqual([3, 5])
    expect(statuses("pause")).toEqual([9])
    expect(statuses("offline")).toEqual([0])
  })

  it("reads en, dk and se as one option that means three languages [GRID-18]", () => {
    expect(filterOf("languages=en-dk-se").traits[0]).toHaveLength(3)
    expect(filterOf("languages=nl,fr").traits[0]).toHaveLength(2)
  })

  it("prefers the languages by which the list is filtered, else the reader's [GRID-39]", () => {
    const language = (query: string) =>
      Result.getOrThrow(readFind(new URLSearchParams(query), "en")).language
    expect(language("")).toBe("en")
    expect(language("language=fr")).toBe("fr")
    expect(language("languages=nl,fr&language=nl,fr")).toBe("any")
    expect(faultOf("languages=nl,it&language=nl,fr")).toEqual(["badRequest.language", "language"])
  })

  it.each([
    ["hairColor=green", "badRequest.hairColor", "hairColor"],
    ["languages=dk-se", "badRequest.languages", "languages"],
    ["age=17-24", "badRequest.age", "age"],
    ["age=30-24", "badRequest.age", "age"],
    ["age=constructor", "badRequest.age", "age"],
    ["onlineStatus=toString", "badRequest.onlineStatus", "onlineStatus"],
    ["language=__proto__", "badRequest.language", "language"],
    ["breastSize=5", "badRequest.breastSize", "breastSize"],
    ["cybertoy=16", "badRequest.cybertoy", "cybertoy"],
    ["gender=female,", "badRequest.gender", "gender"],
    ["firstCamSessionWithin=-1", "badRequest.firstCamSessionWithin", "firstCamSessionWithin"],
    ["ordering=free", "badRequest.ordering", "ordering"],
    ["ordering=rating,username", "badRequest.ordering", "ordering"],
    ["ordering=", "badRequest.ordering", "ordering"],
    ["limit=0", "badRequest.limit", "limit"],
    ["limit=101", "badRequest.limit", "limit"],
    ["page=101&limit=30", "badRequest.page", "page"],
    ["username=", "badRequest.username", "username"],
    ["shoeSize=39", "badRequest.query", "shoeSize"],
  ])("refuses %s and names the field", (query, label, field) => {
    expect(faultOf(query)).toEqual([label, field])
  })

  it("understands every category's filters [GRID-16] [GRID-23] [GRID-24] [GRID-25]", () => {
    for (const { filters } of CATEGORY_TABLE) {
      const query = new URLSearchParams(
        Object.entries(filters).map(([name, values]) => [name, values.join(",")]),
      )
      expect(filterOf(query.toString()).traits.length).toBeGreaterThan(0)
    }
    const bySlug = Object.fromEntries(CATEGORY_TABLE.map(({ slug, filters }) => [slug, filters]))
    expect(bySlug["new-cams"]?.["firstCamSessionWithin"]).toEqual(["604800000"])
    expect(bySlug["free-cams"]?.["onlineStatus"]).toEqual(["free"])
    expect(bySlug["toy-shows"]?.["cybertoy"]).toEqual(["3", "5"])
    expect(new Set(Object.values(bySlug).map((filters) => filters["gender"]?.[0]))).toEqual(
      new Set(["female"]),
    )
  })
})

/** Counts birthdays, as people do. */
const ageOn = (born: string, today: string) =>
  Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0)

describe("an age range", () => {
  it("includes both its ends, on every day around a birthday and in leap years [GRID-17] [PROFILE-02]", () => {
    const days = [
      "2024-02-28",
      "2024-02-29",
      "2024-03-01",
      "2026-02-28",
      "2026-03-01",
      "2026-12-31",
    ]
    const births = ["02-28", "02-29", "03-01", "12-31", "01-01"].flatMap((day) =>
      ["1976", "1996", "2000", "2002", "2004", "2008"].map((year) => `${year}-${day}`),
    )
    for (const today of days) {
      for (const band of [
        { from: 18, to: 24 },
        { from: 24, to: 30 },
        { from: 30, to: 50 },
        { from: 50, to: 100 },
      ]) {
        const { after, until } = bornBetween(band, today)
        for (const born of births) {
          const age = ageOn(born, today)
          expect([today, born, born > after && born <= until]).toEqual([
            today,
            born,
            age >= band.from && age <= band.to,
          ])
        }
      }
    }
  })
})
