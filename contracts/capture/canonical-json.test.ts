import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonicalJson, CanonicalTexts } from "./canonical-json.ts"

describe("canonical JSON", () => {
  it("is the same value, whatever the order of its members", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    expect(canonicalJson({ b: [1, { d: 2, c: undefined }], a: null })).toBe(
      '{"a":null,"b":[1,{"d":2}]}',
    )
  })

  it("is the same text for a list whose items were in another order before", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (items, added) => {
        const texts = new CanonicalTexts()
        for (const state of [items, [...items, added], [added, ...items], { of: items }]) {
          expect(texts.of(state)).toBe(canonicalJson(state))
        }
      }),
    )
  })
})
