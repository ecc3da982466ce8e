import { describe, expect, it } from "vitest"
import { NO_FILTER } from "@foldcast/rules/grid/filters"
import { filterIn, isUnreadable, withFilter } from "./filter-query.ts"

describe("the filter in an address's query", () => {
  it.each([
    [{}, NO_FILTER],
    [{ filter: "" }, NO_FILTER],
    [{ filter: "age_18-24.languages_nl" }, { age: ["18-24"], languages: ["nl"] }],
    [{ filter: ["age_18-24", "languages_nl"] }, { age: ["18-24"] }],
    [{ filter: "age_17-18" }, NO_FILTER],
    [{ filter: 5 }, NO_FILTER],
  ])("read from %o is %o", (query, filter) => {
    expect(filterIn(query)).toEqual(filter)
  })

  it("cannot be read where none of its parameters is known", () => {
    const unreadable = [{ filter: 5 }, { filter: "age_17-18" }, { filter: ["x", "age_18-24"] }]
    expect(unreadable.map(isUnreadable)).toEqual([true, true, true])
    expect([{}, { p: "a1" }, { filter: "age_18-24" }].map(isUnreadable)).toEqual([
      false,
      false,
      false,
    ])
  })

  it("is written beside the other parameters, and removed when it is empty [GRID-27]", () => {
    const query = { p: "a1", x: ["1", "2"], filter: "languages_nl" }
    expect(withFilter(query, { age: ["18-24"] })).toEqual({
      p: "a1",
      x: ["1", "2"],
      filter: "age_18-24",
    })
    expect(withFilter(query, NO_FILTER)).toEqual({ p: "a1", x: ["1", "2"] })
    expect(query.filter).toBe("languages_nl")
  })
})
