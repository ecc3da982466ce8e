import { describe, expect, it } from "vitest"
import { brokenLinks, headingAnchor, missingFileNames, repeatedDecisions } from "./links.ts"

const exists = (path: string) =>
  ["README.md", "docs/a.md", "docs", "gateway/pipeline.ts"].includes(path)
const page = (path: string, text: string) => [{ path, text }]

describe("the check of links", () => {
  it("follows relative links from the document's own folder", () => {
    expect(brokenLinks(page("docs/a.md", "[up](../README.md) [here](a.md)"), exists)).toEqual([])
    expect(brokenLinks(page("docs/a.md", "[up](README.md)"), exists)).toEqual([
      "docs/a.md: the link to README.md leads nowhere",
    ])
  })

  it("finds a heading that does not exist", () => {
    const text = "# The rooms\n\n[a](#the-rooms) [b](#the-attic)"
    expect(brokenLinks(page("README.md", text), exists)).toEqual([
      "README.md: README.md has no heading #the-attic",
    ])
  })

  it("leaves external links and code alone", () => {
    const text = "[x](https://example.com/y) `[a](nowhere)`\n```\n[b](nowhere)\n```\n"
    expect(brokenLinks(page("README.md", text), exists)).toEqual([])
  })

  it("makes anchors as the site that shows the documents does", () => {
    expect(headingAnchor("The life of an event (a bundle is paid)")).toBe(
      "the-life-of-an-event-a-bundle-is-paid",
    )
  })

  it("finds names of files that do not exist", () => {
    const text = "`gateway/pipeline.ts` and `gateway/gone.ts` and `apps/<name>/x.ts`"
    expect(missingFileNames(page("README.md", text), exists)).toEqual([
      "README.md: there is no gateway/gone.ts",
    ])
  })

  it("finds two decisions with one number", () => {
    const [first, second, third] = ["0001-a.md", "0002-b.md", "0002-c.md"].map(
      (name) => `docs/decisions/${name}`,
    )
    expect(repeatedDecisions([first ?? "", second ?? ""])).toEqual([])
    expect(repeatedDecisions([first ?? "", second ?? "", third ?? ""])).toEqual([
      `decision 0002 is there 2 times: ${second}, ${third}`,
    ])
  })
})
