import { describe, expect, it } from "vitest"
import { NO_FILTER } from "@foldcast/rules/grid/filters"
import { choiceIn, filterIn, orderIn, unreadableIn, withFilter, withOrder } from "./filter-query.ts"

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
    expect(unreadable.map(unreadableIn)).toEqual([["filter"], ["filter"], ["filter"]])
    expect([{}, { p: "a1" }, { filter: "age_18-24" }].map(unreadableIn)).toEqual([[], [], []])
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

describe("the order in an address's query", () => {
  it.each([
    [{}, "recommended", []],
    [{ order: "newest" }, "newest", []],
    [{ order: ["rating", "name"] }, "rating", []],
    // The default has no name in an address.
    [{ order: "recommended" }, "recommended", ["order"]],
    [{ order: "" }, "recommended", ["order"]],
    [{ order: "Name" }, "recommended", ["order"]],
    [{ order: "toString" }, "recommended", ["order"]],
    [{ order: 5, filter: 5 }, "recommended", ["filter", "order"]],
  ] as const)(
    "read from %o is %s, without what cannot be read [FIND-08]",
    (query, order, unread) => {
      expect(orderIn(query)).toBe(order)
      expect(unreadableIn(query)).toEqual(unread)
    },
  )

  it("is written beside the filter and the other parameters, and the default is removed [FIND-08]", () => {
    const query = { p: "a1", filter: "age_18-24" }
    const newest = withOrder(query, "newest")
    expect(newest).toEqual({ p: "a1", filter: "age_18-24", order: "newest" })
    expect(withFilter(newest, NO_FILTER)).toEqual({ p: "a1", order: "newest" })
    expect(withOrder(newest, "recommended")).toEqual(query)
  })

  it("is part of what is chosen of a list [FIND-11]", () => {
    expect(choiceIn({ filter: "age_18-24", order: "name" })).not.toBe(
      choiceIn({ filter: "age_18-24" }),
    )
    expect(choiceIn({ order: "name", p: "a1" })).toBe(choiceIn({ order: "name" }))
    expect(choiceIn({ order: "oldest" })).toBe(choiceIn({}))
  })
})
