import { describe, expect, it } from "vitest"
import { canonicalHref, languageHref, pageLinks, unprefixedPath } from "./language-links.ts"

describe("links to the same page in another language", () => {
  it("keep path and query [SHELL-39]", () => {
    expect(languageHref("/", "", "en")).toBe("/en")
    expect(languageHref("/nl", "?p=a1", "en")).toBe("/en?p=a1")
    expect(languageHref("/en/profile/x", "?a=1&b=2", "nl")).toBe("/nl/profile/x?a=1&b=2")
    expect(languageHref("/profile/x", "", "nl")).toBe("/nl/profile/x")
  })

  it("take only a whole first segment for a language", () => {
    expect(unprefixedPath("/nl")).toBe("/")
    expect(unprefixedPath("/nlx/y")).toBe("/nlx/y")
    expect(unprefixedPath("/england")).toBe("/england")
    expect(unprefixedPath("/x/en")).toBe("/x/en")
  })

  it("give each language one canonical address, unprefixed for Dutch", () => {
    const origin = "https://example.test"
    expect(canonicalHref(origin, "/nl/x", "nl")).toBe("https://example.test/x")
    expect(canonicalHref(origin, "/x", "en")).toBe("https://example.test/en/x")
    expect(pageLinks(origin, "/en", "en")).toEqual([
      { rel: "canonical", href: "https://example.test/en" },
      { rel: "alternate", hrefLang: "nl", href: "https://example.test/" },
      { rel: "alternate", hrefLang: "en", href: "https://example.test/en" },
      { rel: "alternate", hrefLang: "x-default", href: "https://example.test/" },
    ])
  })
})
