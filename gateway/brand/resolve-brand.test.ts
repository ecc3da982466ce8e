import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { resolveBrand } from "./resolve-brand.ts"

const house = { id: "house", hosts: new Set<string>() }
const other = { id: "other", hosts: new Set(["other.test", "other.test:8443"]) }

describe("the brand of a request", () => {
  it("is the one that claims its host, however the host is written [SHELL-06]", () => {
    for (const host of [
      "other.test",
      "OTHER.test",
      "other.test.",
      "other.test:443",
      "other.test:8443",
    ]) {
      expect(resolveBrand(host, [house, other])).toBe(other)
    }
  })

  it("is the house's for every other host and without one", () => {
    for (const host of [undefined, "", "foldcast.test", "other.test.evil.test", "x.other.test"]) {
      expect(resolveBrand(host, [house, other])).toBe(house)
    }
  })

  it.effect.prop("is always one of those configured", [Schema.String], ([host]) =>
    Effect.sync(() => expect([house, other]).toContain(resolveBrand(host, [house, other]))),
  )
})
