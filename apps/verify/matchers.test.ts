import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  BasicInfo,
  CreditsAnswer,
  PaymentSessionState,
  UpstreamId,
  UpstreamPaymentOption,
} from "@foldcast/contracts/upstream/member-api"
import { matcherOf } from "./matchers.ts"
import { unionPattern } from "./text-pattern.ts"

const patternOf = (schema: Schema.Top) => {
  if (schema.ast._tag !== "Union") throw new Error("not a union")
  return new RegExp(unionPattern(schema.ast.types) ?? "", "u")
}

describe("matchers derived from schemas", () => {
  it("demand a whole number that is not negative where the schema does", () => {
    expect(matcherOf(CreditsAnswer, { credits: 500 })).toEqual({
      credits: {
        "pact:matcher:type": [
          { "pact:matcher:type": "integer" },
          { "pact:matcher:type": "regex", regex: String.raw`^\d+$` },
        ],
        value: 500,
      },
    })
  })

  it("accept for a union of simple values what the schema accepts, and nothing else", () => {
    const id = patternOf(UpstreamId)
    for (const text of ["10", "dialxs", "-4", "with space"]) expect(id.test(text)).toBe(true)
    for (const text of ["null", "true", `{"a":1}`, "[1]", ""]) expect(id.test(text)).toBe(false)
    const optional = patternOf(Schema.NullOr(Schema.String))
    expect(optional.test("null")).toBe(true)
    expect(optional.test("true")).toBe(false)
  })

  it("choose the member of a union that the example belongs to", () => {
    expect(matcherOf(PaymentSessionState, { sessionId: "ps_1", state: "open" })).toMatchObject({
      state: { "pact:matcher:type": "equality", value: "open" },
    })
  })

  it("promise no null where the example has a value", () => {
    const matcher = matcherOf(Schema.Struct({ cover: Schema.NullOr(CreditsAnswer) }), {
      cover: null,
    })
    expect(matcher).toMatchObject({ cover: { "pact:matcher:type": "regex", value: null } })
    const { cover } = matcher as { readonly cover: { readonly regex: string } }
    const pattern = new RegExp(cover.regex, "u")
    expect(["null", `{"credits":5}`].every((text) => pattern.test(text))).toBe(true)
    expect(["5", "text", "true", ""].some((text) => pattern.test(text))).toBe(false)
  })

  it("promise only the optional members that the example shows", () => {
    const info = {
      username: "member",
      email: "member@example.com",
      credits: 0,
      verified: true,
      lander: null,
      endUserText: null,
    }
    expect(Object.keys(matcherOf(BasicInfo, info) as object)).not.toContain("capName")
    expect(Object.keys(matcherOf(BasicInfo, { ...info, capName: "Member" }) as object)).toContain(
      "capName",
    )
  })

  it("let a list within a list's element be empty, but not the outer one", () => {
    const option = {
      id: 10,
      name: "iDEAL",
      image: "https://example.com/i.svg",
      paymentOptionSubList: [{ id: "1", name: "Bank" }],
    }
    const matcher = matcherOf(Schema.Array(UpstreamPaymentOption), [option])
    expect(matcher).toMatchObject({ min: 1, value: [{ paymentOptionSubList: { min: 0 } }] })
  })

  it("refuse an example that the schema does not accept", () => {
    expect(() => matcherOf(CreditsAnswer, { credits: -1 })).toThrow(
      /not one that its schema accepts/u,
    )
  })
})
