import { describe, expect, it } from "vitest"
import { pageHead } from "./page-head.ts"

const frame = { locale: "en", origin: "https://site.test" } as const
const descriptionOf = (description: string) =>
  pageHead(frame, "/en/privacy", { title: "Privacy", description }).meta.find(
    (meta) => "name" in meta && meta.name === "description",
  )

describe("the head of a page", () => {
  it("has a description of 160 characters at the most [SHELL-54]", () => {
    const whole = "a".repeat(160)
    expect(descriptionOf(whole)).toMatchObject({ content: whole })
    expect(descriptionOf(`${whole}b`)).toMatchObject({ content: whole })
  })

  it("keeps search engines from a member's own pages, and from no others", () => {
    const texts = { title: "Settings", description: "Yours." }
    const robots = { name: "robots", content: "noindex" }
    expect(pageHead(frame, "/en", { ...texts, isPrivate: true }).meta).toContainEqual(robots)
    expect(pageHead(frame, "/en", texts).meta).not.toContainEqual(robots)
  })

  it("keeps filtered lists out of search engines' indexes, lets them follow the links, and names the whole list", () => {
    const texts = { title: "New", description: "New here.", isFiltered: true }
    const { meta, links } = pageHead(frame, "/en/new-cams", texts)
    expect(meta).toContainEqual({ name: "robots", content: "noindex,follow" })
    expect(links).toContainEqual({ rel: "canonical", href: "https://site.test/en/new-cams" })
  })
})
