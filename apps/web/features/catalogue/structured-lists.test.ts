import { describe, expect, it } from "vitest"
import { structuredJson } from "../site/structured-data.tsx"
import { breadcrumbs, performersList } from "./structured-lists.ts"

const place = { origin: "https://site.test", locale: "en" } as const

describe("the list in structured data for search engines", () => {
  it("names the performers on the page, in order, by the addresses of their profiles", () => {
    const { itemListElement } = performersList(
      [{ username: "Robin1" }, { username: "a/b?c" }],
      place,
    )
    expect(itemListElement).toEqual([
      {
        "@type": "ListItem",
        position: 1,
        name: "Robin1",
        url: "https://site.test/en/profile/Robin1",
      },
      {
        "@type": "ListItem",
        position: 2,
        name: "a/b?c",
        url: "https://site.test/en/profile/a%2Fb%3Fc",
      },
    ])
  })

  it("names the place of the page within the site", () => {
    const crumbs = [
      { name: "Alle performers", path: "/" },
      { name: "Nieuw", path: "/new-cams" },
    ]
    const { itemListElement } = breadcrumbs(crumbs, { ...place, locale: "nl" })
    expect(itemListElement).toMatchObject([
      { position: 1, item: "https://site.test/" },
      { position: 2, item: "https://site.test/new-cams" },
    ])
  })

  it("cannot end its script element, whatever a performer is called", () => {
    const name = "</script><script>alert(1)</script><!--"
    const json = structuredJson(breadcrumbs([{ name, path: "/" }], place))
    expect(json).not.toContain("<")
    expect(JSON.parse(json)).toMatchObject({
      "@context": "https://schema.org",
      itemListElement: [{ name }],
    })
  })
})
