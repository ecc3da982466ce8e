import { describe, expect, it } from "vitest"
import { PAGE_NAMES } from "@foldcast/rules/page-routes"
import { generalSeoText } from "./seo-text.ts"

describe("the general text about the site", () => {
  const at = (page: (typeof PAGE_NAMES)[number], text = "About us.") =>
    generalSeoText({ page, params: page === "category" ? { slug: "toy-shows" } : {} }, text)

  it("is shown where the brand has one and no category is shown [GRID-08]", () => {
    expect(at("home")).toBe("About us.")
    expect(at("home", "")).toBeNull()
    expect(at("home", " ")).toBeNull()
    expect(at("category")).toBeNull()
  })

  it("is shown on the performers' own page only", () => {
    expect(PAGE_NAMES.filter((page) => at(page) !== null)).toEqual(["home"])
  })
})
