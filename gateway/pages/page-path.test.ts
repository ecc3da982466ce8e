import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { isPagePath, renderedPath } from "./page-path.ts"

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
  it("are rendered as the 404 page in their language, and those of pages are not", () => {
    for (const path of ["//evil.example", "/a//b", "/nl//settings", "/%2fevil/", "/%zz", "/a/"]) {
      expect(renderedPath(path), path).toBe("/404")
    }
    expect(renderedPath("/en//settings")).toBe("/en/404")
    for (const path of ["/", "/en", "/a/b/c", "/%5cevil"]) expect(renderedPath(path)).toBe(path)
  })
  it.effect.prop("are recognised for any text without throwing", [Schema.String], ([path]) =>
    Effect.sync(() => expect(typeof isPagePath(path)).toBe("boolean")),
  )
})
