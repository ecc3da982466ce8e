import { describe, expect, it } from "vitest"
import { compareBody, statusMismatch } from "./matching.ts"

const wholeNumber = { matchers: [{ match: "integer" as const }] }

describe("comparing a body with a pact", () => {
  it("names the path of a field that has another kind, with what was expected and what came", () => {
    expect(compareBody({ credits: 5 }, { credits: "5" }, { "$.credits": wholeNumber })).toEqual([
      { path: "$.credits", expected: "a whole number", actual: `"5"` },
    ])
  })

  it("names the index of the element that differs", () => {
    const rules = {
      "$.bundles": { matchers: [{ match: "type" as const, min: 1 }] },
      "$.bundles[*].cost": wholeNumber,
    }
    const actual = { bundles: [{ cost: 5 }, { cost: 1.5 }, {}] }
    expect(
      compareBody({ bundles: [{ cost: 1 }] }, actual, rules).map(({ path, actual: came }) => [
        path,
        came,
      ]),
    ).toEqual([
      ["$.bundles[1].cost", "1.5"],
      ["$.bundles[2].cost", "nothing: the field is missing"],
    ])
    expect(compareBody({ bundles: [{ cost: 1 }] }, { bundles: [] }, rules)).toEqual([
      { path: "$.bundles", expected: "at least 1 elements", actual: "0" },
    ])
  })

  it("ignores fields that the pact does not show", () => {
    expect(compareBody({ a: 1 }, { a: 1, b: 2 })).toEqual([])
  })

  it("demands that every rule for a value holds", () => {
    const rules = {
      "$.credits": {
        matchers: [
          { match: "integer" as const },
          { match: "regex" as const, regex: String.raw`^\d+$` },
        ],
      },
    }
    expect(compareBody({ credits: 5 }, { credits: -5 }, rules)).toHaveLength(1)
    expect(compareBody({ credits: 5 }, { credits: 5 }, rules)).toEqual([])
  })

  it("compares by equality where there is no rule", () => {
    expect(compareBody({ state: "paid" }, { state: "open" })).toEqual([
      { path: "$.state", expected: `"paid"`, actual: `"open"` },
    ])
    expect(compareBody({ a: [1, 2] }, { a: [1] })).toHaveLength(1)
  })

  it("does not count an inherited member as a field", () => {
    expect(compareBody({ toString: "x" }, {})).toHaveLength(1)
  })

  it("accepts any status of a class where the pact names the class", () => {
    const clientError = { match: "statusCode", status: "clientError" } as const
    expect(statusMismatch(400, 422, clientError)).toEqual([])
    expect(statusMismatch(400, 200, clientError)).toEqual([
      { path: "status", expected: "400 to 499", actual: "200" },
    ])
    expect(statusMismatch(200, 201)).toHaveLength(1)
  })
})
