import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Tracking } from "@foldcast/contracts/stream/visit"
import { parseSearch, stringifySearch, validateSearch } from "./search-parameters.ts"

const accepts = Schema.is(Tracking)
const PARAMETERS = ["p", "pi", "click_id", "offer_id", "splash6"] as const
const VALUES = [
  "",
  "1",
  "abc123",
  "with-hyphen",
  "sp ace",
  "é",
  "<b>",
  "true",
  "TRUE",
  "x".repeat(64),
  "x".repeat(65),
  "x".repeat(255),
  "x".repeat(256),
]

describe("the query as the router sees it", () => {
  it("is written as it was read", () => {
    for (const query of ["", "?p=1", "?a=1.0&b=true&c=%7B%22d%22%3A1%7D", "?x=1&x=2&y="]) {
      expect(stringifySearch(parseSearch(query))).toBe(query)
    }
  })

  it.each(PARAMETERS)("takes %s exactly where the schema does [ROUTE-45, ROUTE-46]", (name) => {
    for (const value of VALUES) {
      const taken = validateSearch(parseSearch(stringifySearch({ [name]: value })))
      expect([value, taken]).toEqual([value, accepts({ [name]: value }) ? { [name]: value } : {}])
    }
  })

  it("ignores other parameters", () => {
    expect(validateSearch(parseSearch("?m=robin&sect=profile&p=a1"))).toEqual({ p: "a1" })
  })
})
