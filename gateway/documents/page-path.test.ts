import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { isPagePath } from "./page-path.ts"

describe("paths that are no page", () => {
  it.each([
    "//evil.example",
    "/\\evil.example",
    "/%2f/evil",
    "/a%00b",
    "/a%0d%0aSet-Cookie",
    "/%zz",
  ])("%s", (path) => expect(isPagePath(path)).toBe(false))
  it.each(["/", "/nl", "/en/profile/anna", "/caf%C3%A9"])("%s is one", (path) =>
    expect(isPagePath(path)).toBe(true),
  )
  it.effect.prop("throws on no path", [Schema.String], ([path]) =>
    Effect.sync(() => expect(typeof isPagePath(path)).toBe("boolean")),
  )
})
