import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Tracking } from "@foldcast/contracts/stream/visit"
import { trackingOf, trackingQuery } from "./tracking-parameters.ts"

const of = (query: string) => trackingOf(new URLSearchParams(query))

describe("tracking parameters", () => {
  it("are kept where they match their rule, and ignored where not", () => {
    expect(of("p=abc1&pi=a-1&click_id=x%20y&offer_id=7&splash6=true&other=1")).toEqual({
      p: "abc1",
      pi: "a-1",
      click_id: "x y",
      offer_id: "7",
      splash6: "true",
    })
    expect(
      of(`p=a-b&pi=${"a".repeat(65)}&click_id=&offer_id=${"x".repeat(256)}&splash6=1`),
    ).toEqual({})
  })

  it("always match the fact's schema, and come through a link unchanged", () => {
    const accepts = Schema.is(Tracking)
    const queries = Effect.runSync(
      Arbitrary.sampleEffect(
        Arbitrary.schema(
          Schema.Record(
            Schema.Literals(["p", "pi", "click_id", "offer_id", "splash6"]),
            Schema.String,
          ),
        ),
        { count: 300, size: 80, seed: 5 },
      ),
    )
    for (const query of queries) {
      const tracking = trackingOf(new URLSearchParams(query))
      expect(accepts(tracking)).toBe(true)
      expect(of(trackingQuery(tracking))).toEqual(tracking)
    }
  })

  it("make no query where there are none", () => {
    expect(trackingQuery({})).toBe("")
    expect(trackingQuery({ p: "a", click_id: "x&y" })).toBe("?p=a&click_id=x%26y")
  })
})
