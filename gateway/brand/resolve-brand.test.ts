import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { FOLDCAST } from "./brand.ts"
import { resolveBrand } from "./resolve-brand.ts"

const other = { id: "other", name: "Other", hosts: new Set(["other.test", "other.test:8443"]) }

describe("the brand of a request", () => {
  it("is the one that claims its host, however the host is written", () => {
    for (const host of [
      "other.test",
      "OTHER.test",
      "other.test.",
      "other.test:443",
      "other.test:8443",
    ]) {
      expect(resolveBrand(host, [FOLDCAST, other])).toBe(other)
    }
  })

  it("is the default one's for every other host and without one", () => {
    for (const host of [undefined, "", "foldcast.test", "other.test.evil.test", "x.other.test"]) {
      expect(resolveBrand(host, [other, FOLDCAST])).toBe(FOLDCAST)
    }
    expect(resolveBrand("anything")).toBe(FOLDCAST)
  })

  it.effect.prop("is always one of ours", [Schema.String], ([host]) =>
    Effect.sync(() => expect([FOLDCAST, other]).toContain(resolveBrand(host, [FOLDCAST, other]))),
  )
})
