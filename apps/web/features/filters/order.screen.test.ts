/** Tests the order of a list in a browser: how it is chosen, the address that holds it, and what it goes with. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { performer, performersAnswer } from "../../screens/performers.fixture.ts"
import { NOW } from "../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

/** In the recommended order; each other one differs from it and from the others. */
const ALL = [
  performer(1, { username: "Zoë", rating: 70, firstCamSession: NOW - 1 }),
  performer(2, { username: "anna", rating: 60, firstCamSession: NOW - 3 }),
  performer(3, { username: "Élin", rating: 90, firstCamSession: NOW - 2, onlineStatus: 0 }),
]
const RECOMMENDED = ["p_1", "p_2", "p_3"]
const ORDERED: Readonly<Record<string, ReadonlyArray<string>>> = {
  newest: ["p_1", "p_3", "p_2"],
  rating: ["p_3", "p_1", "p_2"],
  name: ["p_2", "p_3", "p_1"],
}
const inOrder = (order: string): ReadonlyArray<PerformerSummary> =>
  (ORDERED[order] ?? RECOMMENDED).flatMap(
    (id) => ALL.find(({ performerId }) => performerId === id) ?? [],
  )
const queries = (url: URL) =>
  url.pathname === "/api/performers"
    ? performersAnswer(inOrder(url.searchParams.get("order") ?? ""), url)
    : catalogueQueries()(url)

const open = async (screen: Screen, locale: "nl" | "en" = "nl") => {
  const page = await pages.open({ events: guest(locale), queries }, screen)
  await takenOver(page, ".order-select select")
  return page
}
const address = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const idsOf = (page: Page) =>
  page
    .locator(".grid-list:not(.grid-list--former) [data-performer]")
    .evaluateAll((found) => found.map((card) => card.getAttribute("data-performer")))
const select = (page: Page, name = "Sorteren") => page.getByRole("combobox", { name, exact: true })
const steps = (page: Page) => page.evaluate<number>("history.state.__TSR_index")

describe("the order of a list", () => {
  it.each([
    {
      width: 390,
      path: "/?p=a1",
      locale: "nl",
      name: "Sorteren",
      texts: ["Aanbevolen", "Nieuwste", "Waardering", "Naam"],
    },
    {
      width: 1_280,
      path: "/en/toy-shows?p=a1",
      locale: "en",
      name: "Sort by",
      texts: ["Recommended", "Newest", "Rating", "Name"],
    },
  ] as const)(
    "is chosen beside the number of performers, at $width, and stands in the address [FIND-08]",
    async ({ width, path, locale, name, texts }) => {
      const page = await open({ path, width }, locale)
      const options = select(page, name).getByRole("option")
      expect(await options.allTextContents()).toEqual(texts)
      await expect.poll(() => idsOf(page)).toEqual(RECOMMENDED)
      for (const [at, order] of ["newest", "rating", "name"].entries()) {
        await select(page, name).selectOption({ label: texts[at + 1] ?? "" })
        await expect.poll(() => idsOf(page)).toEqual(ORDERED[order])
        expect(address(page)).toBe(`${path}&order=${order}`)
      }
      await page.getByRole("heading", { level: 2, name: "128 performers" }).waitFor()
      await select(page, name).selectOption({ label: texts[0] })
      await expect.poll(() => idsOf(page)).toEqual(RECOMMENDED)
      // The recommended order never stands there.
      expect(address(page)).toBe(path)
    },
  )

  it("is in the page as it is sent, and is chosen and sent with the rest of the query without script [FIND-08]", async () => {
    const page = await pages.visit(
      { events: guest(), queries },
      { path: "/?p=a1&filter=age_18-24&order=rating", browser: { javaScriptEnabled: false } },
    )
    await expect.poll(() => idsOf(page)).toEqual(ORDERED["rating"])
    await expect.poll(() => select(page).inputValue()).toBe("rating")
    await select(page).selectOption("name")
    await page.getByRole("button", { name: "Sorteer" }).click()
    await expect.poll(() => address(page)).toBe("/?p=a1&filter=age_18-24&order=name")
    await expect.poll(() => idsOf(page)).toEqual(ORDERED["name"])
  })

  it("is the one that was chosen before the script came [FIND-08]", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
    const page = await pages.open(
      { events: guest(), queries },
      {
        prepare: (fresh) =>
          fresh.route("**/assets/home-list-*.js", async (script) => {
            await held
            await script.continue()
          }),
      },
    )
    await select(page).selectOption("rating")
    release(undefined)
    await expect.poll(() => address(page)).toBe("/?order=rating")
    await expect.poll(() => idsOf(page)).toEqual(ORDERED["rating"])
    await expect.poll(() => select(page).inputValue()).toBe("rating")
  })

  it("is the recommended one where the address names none that is known, and is taken out of it [FIND-08]", async () => {
    const page = await open({ path: "/?p=a1&order=oldest" })
    await expect.poll(() => address(page)).toBe("/?p=a1")
    await expect.poll(() => idsOf(page)).toEqual(RECOMMENDED)
    await expect.poll(() => select(page).inputValue()).toBe("")
  })

  it("is one step in the history, however often it is changed, and Back takes it off [FIND-11]", async () => {
    const page = await open({ path: "/" })
    const start = await steps(page)
    await select(page).selectOption("newest")
    await expect.poll(() => address(page)).toBe("/?order=newest")
    await select(page).selectOption("name")
    await expect.poll(() => address(page)).toBe("/?order=name")
    expect(await steps(page)).toBe(start + 1)
    await page.goBack()
    await expect.poll(() => address(page)).toBe("/")
    await expect.poll(() => select(page).inputValue()).toBe("")
    await expect.poll(() => idsOf(page)).toEqual(RECOMMENDED)
    // Whoever takes it off in the list is where they were before, and not two steps further.
    await select(page).selectOption("rating")
    await expect.poll(() => address(page)).toBe("/?order=rating")
    await select(page).selectOption("")
    await expect.poll(() => address(page)).toBe("/")
    await expect.poll(() => steps(page)).toBe(start)
  })

  it("stays while filters come and go, and goes with all of them at once [FIND-11]", async () => {
    const page = await open({ path: "/?order=name" })
    await page.getByRole("button", { name: "Nu live" }).click()
    await expect.poll(() => address(page)).toBe("/?order=name&filter=onlineStatus_online")
    await page.getByRole("button", { name: "Verwijder filter Nu live" }).click()
    await expect.poll(() => address(page)).toBe("/?order=name")
    await expect.poll(() => idsOf(page)).toEqual(ORDERED["name"])
    await page.getByRole("button", { name: "Nu live" }).click()
    await page.getByRole("button", { name: "Alles wissen" }).click()
    await expect.poll(() => address(page)).toBe("/")
    await expect.poll(() => select(page).inputValue()).toBe("")
    await expect.poll(() => idsOf(page)).toEqual(RECOMMENDED)
  })

  it("is the recommended one in another category [FIND-11]", async () => {
    const page = await open({ path: "/?order=name" })
    const bar = page.getByRole("navigation", { name: "Categorieën" })
    await bar.getByRole("link", { name: "Toyshows" }).click()
    await page.getByRole("heading", { level: 1, name: "Alles over Toyshows" }).waitFor()
    expect(address(page)).toBe("/toy-shows")
    await expect.poll(() => select(page).inputValue()).toBe("")
  })

  it("makes no other page for search engines [FIND-11]", async () => {
    pages.gateway.play({ events: guest(), queries })
    const head = async (path: string) => {
      const text = await (await fetch(pages.gateway.origin + path)).text()
      return [
        /<meta name="robots" content="(?<rule>[^"]+)"/u.exec(text)?.groups?.["rule"],
        /<link rel="canonical" href="[^"]*?(?<path>\/[^/"]*)"/u.exec(text)?.groups?.["path"],
      ]
    }
    expect(await head("/toy-shows?order=name")).toEqual(["noindex,follow", "/toy-shows"])
    expect(await head("/toy-shows?p=a1")).toEqual([undefined, "/toy-shows"])
  })

  it.each([
    { path: "/?order=name", shown: ORDERED["name"], news: 0 },
    { path: "/", shown: RECOMMENDED, news: 1 },
  ])(
    "has news of who comes online where that gives her a better place, and moves nobody: $path [FIND-12]",
    async ({ path, shown, news }) => {
      const page = await open({ path })
      const statusOf = (id: string) =>
        page.locator(`[data-performer="${id}"] [data-status]`).getAttribute("data-status")
      expect(await statusOf("p_3")).toBe("offline")
      pages.gateway.signal("performer-statuses", { statuses: { p_3: 3 } })
      await expect.poll(() => statusOf("p_3")).toBe("free")
      // Told after it: what the first was news of is known by then.
      pages.gateway.signal("performer-statuses", { statuses: { p_1: 5 } })
      await expect.poll(() => statusOf("p_1")).toBe("vip")
      await expect
        .poll(() => page.getByRole("button", { name: "1 nieuw online" }).count())
        .toBe(news)
      await expect.poll(() => idsOf(page)).toEqual(shown)
    },
  )
})
