/** Tests category pages in the server's HTML and in a browser: texts, tabs, head, and unknown slugs. */
import { describe, expect, it } from "vitest"
import type { CategoriesList, Category, CategoryMeta } from "@foldcast/contracts/queries/performers"
import { HOUSE_BRAND } from "../../screens/brands.fixture.ts"
import { CATEGORIES, catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import type { QueryAnswers } from "../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const queries = catalogueQueries()
const open = async (screen: Screen, events = guest()) => {
  const page = await pages.open({ events, queries }, screen)
  await takenOver(page)
  return page
}
/** The server's HTML of a page. */
const sent = async (path: string, events = guest()) => {
  pages.gateway.play({ events, queries })
  const response = await fetch(`${pages.gateway.origin}${path}`)
  return { status: response.status, text: await response.text() }
}
/** The page's structured data, by type. */
const structured = (text: string) =>
  Object.fromEntries(
    [
      ...text.matchAll(
        /<script type="application\/ld\+json"(?<rest>[^>]*)>(?<json>.*?)<\/script>/gu,
      ),
    ].map(({ groups }) => {
      expect(groups?.["rest"]).toMatch(/ nonce="[^"]+"/u)
      const thing = JSON.parse(groups?.["json"] ?? "") as {
        readonly "@type": string
        readonly itemListElement: ReadonlyArray<Record<string, unknown>>
      }
      return [thing["@type"], thing.itemListElement] as const
    }),
  )

describe("a category's page", () => {
  it("comes with its metadata for search engines: title, description, canonical address, languages, lists [ROUTE-18]", async () => {
    const { status, text } = await sent("/en/nederlands?p=a1", guest("en"))
    expect(status).toBe(200)
    expect(text).toContain("<title>All about Dutch · Foldcast</title>")
    expect(text).toContain('<meta name="description" content="Performers of Dutch, with terms."')
    const site = "https://foldcast.test"
    expect(text).toContain(`rel="canonical" href="${site}/en/nederlands"`)
    expect(text).toContain(`hrefLang="nl" href="${site}/nederlands"`)
    expect(text).not.toContain('name="robots"')
    const { BreadcrumbList, ItemList } = structured(text)
    expect(BreadcrumbList?.map(({ name, item }) => [name, item])).toEqual([
      ["All performers", `${site}/en`],
      ["Dutch", `${site}/en/nederlands`],
    ])
    expect(ItemList).toHaveLength(12)
    expect(ItemList?.[0]).toMatchObject({ position: 1, url: `${site}/en/profile/Noor0` })
    expect(structured((await sent("/")).text)["ItemList"]).toHaveLength(12)
  })

  it("is described in 160 characters however long its text is [SHELL-54]", async () => {
    const long = "Alles over wie hier praat. ".repeat(20)
    const wordy: QueryAnswers = (url) =>
      url.pathname === "/api/categories"
        ? {
            body: {
              categories: CATEGORIES.map((category) => ({
                ...category,
                meta: {
                  ...category.meta,
                  nl: { ...category.meta.nl, main: { title: "Lang", content: long } },
                },
              })),
            },
          }
        : queries(url)
    pages.gateway.play({ events: guest(), queries: wordy })
    const text = await (await fetch(`${pages.gateway.origin}/nederlands`)).text()
    expect(text).toContain(`<meta name="description" content="${long.slice(0, 160)}"`)
  })

  it("with a filter is not indexed as a page of its own", async () => {
    for (const path of ["/nederlands", "/"]) {
      const { text } = await sent(`${path}?filter=age_18-24`)
      expect(text).toContain('<meta name="robots" content="noindex,follow"')
      expect(text).toContain(`rel="canonical" href="https://foldcast.test${path}"`)
      expect(structured(text)["ItemList"]).toBeUndefined()
    }
  })

  it("shows the text about the category, and no general text about the site [GRID-06, GRID-08, SHELL-51, SHELL-53]", async () => {
    const page = await open({ path: "/nederlands" })
    await page.getByRole("heading", { level: 1, name: "Alles over Nederlands" }).waitFor()
    const lead = page.getByText("Performers van Nederlands, met voorwaarden.")
    expect(await lead.getByRole("link", { name: "voorwaarden" }).getAttribute("href")).toBe(
      "https://foldcast.test/terms-conditions",
    )
    expect(await page.getByRole("heading", { name: "Over Foldcast" }).count()).toBe(0)
    await page.getByRole("navigation", { name: "Hoofdmenu" }).getByText("Home").click()
    await page.getByRole("heading", { name: "Over Foldcast" }).waitFor()
  })

  it("leaves the brand's text about the site to the front page, which has none where the brand has none [GRID-08]", async () => {
    const page = await open({ path: "/en" })
    await page.getByText("Foldcast is live chat for adults.").waitFor()
    const silent = await pages.open(
      { events: guest(), queries, brand: { ...HOUSE_BRAND, seoText: null } },
      { path: "/en" },
    )
    await silent.getByRole("contentinfo").waitFor()
    expect(await silent.getByRole("heading", { name: "About Foldcast" }).count()).toBe(0)
  })

  it("leads to another category and on without any markup that the browser has to refuse", async () => {
    const page = await open({ path: "/nederlands" })
    for (const name of ["Gratis chat", "Nederlands"]) {
      await page.getByRole("link", { name, exact: true }).first().click()
      await page.getByRole("heading", { level: 1, name: `Alles over ${name}` }).waitFor()
    }
    expect(pages.complaints).toEqual([])
  })

  it("has tabs that work by keyboard, leaves out incomplete ones, and has links that lead outside [GRID-06, GRID-07, SHELL-51, SHELL-52, STORE-12, STORE-13]", async () => {
    const page = await open({ path: "/nederlands" })
    const tabs = page.getByRole("tablist", { name: "Meer over Nederlands" }).getByRole("tab")
    expect(await tabs.allTextContents()).toEqual(["Hoe het werkt", "Prijzen"])
    const panel = page.getByRole("tabpanel")
    await panel.getByRole("heading", { name: "Wat is dit?" }).waitFor()
    expect(await panel.count()).toBe(1)
    const picture = panel.getByRole("presentation")
    expect(await picture.getAttribute("src")).toBe("/media/snapshots/how-it-works.svg")
    await tabs.first().focus()
    await page.keyboard.press("ArrowRight")
    await panel.getByRole("heading", { name: "Wat kost het?" }).waitFor()
    expect(await page.getByRole("heading", { name: "Wat is dit?" }).isVisible()).toBe(false)
    expect(await picture.getAttribute("src")).toBe("/media/400x300/snapshots/price.jpg")
    const links = await panel
      .getByRole("link")
      .evaluateAll((all) =>
        all.map((link) => [
          link.textContent,
          ...["href", "target", "rel"].map((name) => link.getAttribute(name)),
        ]),
      )
    const outside = ["_blank", "nofollow noopener noreferrer"]
    expect(links).toEqual([
      ["de bank", "https://bank.example/kosten", ...outside],
      ["wie rekent", "https://www.rekent.example/", ...outside],
    ])
  })

  it("has no tabs where there is a single text, but the text alone [GRID-06]", async () => {
    const withOne = (meta: CategoryMeta) => ({ ...meta, h2Tabs: meta.h2Tabs.slice(0, 1) })
    const inBoth = ({ nl, en }: Category["meta"]) => ({ nl: withOne(nl), en: withOne(en) })
    const withSingles = async (url: URL) => {
      const answer = await queries(url)
      if (answer === undefined) throw new Error("the catalogue has no categories")
      const { categories } = answer.body as CategoriesList
      return { body: { categories: categories.map((c) => ({ ...c, meta: inBoth(c.meta) })) } }
    }
    const single: QueryAnswers = (url) =>
      url.pathname === "/api/categories" ? withSingles(url) : queries(url)
    const page = await pages.open({ events: guest(), queries: single }, { path: "/nederlands" })
    await page.getByRole("heading", { level: 2, name: "Wat is dit?" }).waitFor()
    expect(await page.getByRole("tablist").count()).toBe(0)
    expect(await page.getByRole("tabpanel").count()).toBe(0)
  })

  it("drops what cannot be read from its address, within the same entry of the history", async () => {
    for (const path of ["/nederlands", "/"]) {
      const page = await open({ path: `${path}?filter=nobody_knows&p=a1` })
      await page.waitForURL(`${pages.gateway.origin}${path}?p=a1`)
      expect(await page.evaluate<number>("history.state.__TSR_index")).toBe(0)
      await pages.close()
    }
  })

  it("can be read whole without script, every tab of it", async () => {
    const page = await pages.visit(
      { events: guest(), queries },
      { path: "/nederlands", browser: { javaScriptEnabled: false } },
    )
    for (const name of ["Wat is dit?", "Wat kost het?"]) {
      expect(await page.getByRole("heading", { name, includeHidden: true }).isVisible()).toBe(true)
    }
    await page.getByRole("navigation", { name: "Categorieën" }).getByText("Nieuw").click()
    await page.getByRole("heading", { level: 1, name: "Alles over Nieuw" }).waitFor()
  })

  it.each([
    { width: 390, scheme: "dark", locale: "nl" },
    { width: 1_280, scheme: "light", locale: "en" },
  ] as const)("is sound at $width, $scheme, $locale", async ({ width, scheme, locale }) => {
    const page = await open({ width, scheme, path: `/${locale}/nederlands` }, guest(locale))
    await page.getByRole("tablist").scrollIntoViewIfNeeded()
    await pages.expectSound(page)
  })

  it("asks for the pictures that fit the screen, each once", async () => {
    const asked = async (width: number) => {
      const page = await open({ width, path: "/nederlands" })
      const first = page.locator("img[src*=snapshot-0]").first()
      await expect
        .poll(() => first.evaluate(({ complete }: HTMLImageElement) => complete))
        .toBe(true)
      return page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .flatMap(({ name }) => /(\d+x\d+)\/snapshots\/snapshot-0\./u.exec(name)?.[1] ?? []),
      )
    }
    expect(await asked(1_280)).toEqual(["400x300"])
    expect(await asked(390)).toEqual(["200x150"])
  })
})

describe("a slug", () => {
  it.each(CATEGORIES.map(({ slug }) => slug))(
    "that the service knows has a page: %s",
    async (slug) => {
      expect((await sent(`/${slug}`)).status).toBe(200)
    },
  )

  it("that the service does not know gets the 404 page, as a new document and within the browser [ROUTE-17]", async () => {
    const { status, text } = await sent("/nergens")
    expect(status).toBe(404)
    expect(text).toContain("<title>Deze pagina is niet gevonden · Foldcast</title>")
    expect(text).toContain('<meta name="robots" content="noindex"')
    expect(text).not.toMatch(/rel="(?:canonical|alternate)"/u)
    const page = await open({ path: "/nederlands" })
    await page.evaluate(() => {
      history.pushState({}, "", "/nergens")
      dispatchEvent(new PopStateEvent("popstate"))
    })
    await page.getByRole("heading", { level: 1, name: "Deze pagina is niet gevonden" }).waitFor()
    expect(await pages.gateway.told({ path: "/nergens" })).toMatchObject({
      routeName: "not-found-nl",
    })
    await page.goBack()
    await page.getByRole("heading", { level: 1, name: "Alles over Nederlands" }).waitFor()
  })
})
