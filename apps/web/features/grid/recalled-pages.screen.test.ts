/**
 * Tests lists after a reload with several loaded pages: the pages are loaded again, and the position and the
 * focused card are restored.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { takenOver } from "../../screens/catalogue.fixture.ts"
import { performers, performersAnswer } from "../../screens/performers.fixture.ts"
import type { QueryAnswer, GatewayScript } from "../../screens/scripted-gateway.fixture.ts"
import { sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

type Answer = QueryAnswer | Promise<QueryAnswer> | undefined

/** A gateway with 75 performers; `recalled` has precedence where more than one page is requested. */
const script = (recalled: () => Answer = () => undefined): GatewayScript => ({
  events: guest(),
  queries: (url) => {
    if (url.pathname === "/api/categories") return { body: { categories: [] } }
    if (url.pathname === "/api/performers/count") return { body: { count: 75 } }
    if (url.pathname !== "/api/performers") return undefined
    const answer = url.searchParams.get("limit") === "30" ? undefined : recalled()
    return answer ?? performersAnswer(performers(0, 75), url)
  },
})

const cards = (page: Page) => page.locator("[data-performer]")
const card = (page: Page, id: string) => page.locator(`[data-performer="${id}"]`)
const PATIENTLY = { timeout: 15_000 }
const has = async (page: Page, count: number) => {
  await expect.poll(() => cards(page).count(), PATIENTLY).toBe(count)
}
const scrollY = (page: Page) => page.evaluate(() => Math.round(globalThis.scrollY))
const path = (page: number, limit: number) => `/api/performers?lang=nl&page=${page}&limit=${limit}`
const asked = () => pages.gateway.queries.filter((one) => one.startsWith("/api/performers?"))

/** The home page with three pages loaded, scrolled far down. Returns the position. */
const farDown = async (page: Page): Promise<number> => {
  await takenOver(page, ".grid-tools button")
  for (const count of [60, 75]) {
    await cards(page).last().scrollIntoViewIfNeeded()
    await has(page, count)
  }
  await card(page, "p_70").scrollIntoViewIfNeeded()
  const place = await scrollY(page)
  expect(place).toBeGreaterThan(1_000)
  return place
}
const reload = async (page: Page) => {
  await page.reload()
  await takenOver(page, "header a")
}
const isAt = async (page: Page, place: number) => {
  await expect.poll(async () => Math.abs((await scrollY(page)) - place), PATIENTLY).toBeLessThan(5)
}

/** Clicked by script: a pointer click would scroll. */
const follow = (page: Page, link: string) =>
  page
    .locator(link)
    .first()
    .evaluate((element: HTMLElement) => {
      element.click()
    })

describe("a list of which several pages were loaded", () => {
  it.each(variants([1_280], [390]))(
    "has as many pages when another page was reloaded meanwhile, and the scroll position in them, at %i",
    async (width) => {
      const page = await pages.open(script(), { width })
      const place = await farDown(page)
      await follow(page, 'footer a[href="/cookies"]')
      await page.getByRole("heading", { level: 1, name: "Cookieverklaring" }).waitFor()
      await reload(page)
      await page.goBack()
      await has(page, 75)
      await isAt(page, place)
      expect(asked().slice(2)).toEqual([path(1, 90)])
    },
  )

  it.each(variants([390], [1_280]))("has as many after its own reload, at %i", async (width) => {
    const { promise: late, resolve: answer } = Promise.withResolvers<undefined>()
    const page = await pages.open(
      script(() =>
        late.then(() =>
          performersAnswer(performers(0, 75), new URL(path(1, 90), "http://gateway.test")),
        ),
      ),
      { width },
    )
    const place = await farDown(page)
    await reload(page)
    await pages.gateway.query(path(1, 90))
    // The placeholders exist before the cards load.
    await isAt(page, place)
    expect(await cards(page).count()).toBe(30)
    answer(undefined)
    await has(page, 75)
    await isAt(page, place)
    expect(asked().slice(2)).toEqual([path(1, 90)])
  })

  it("is there with its scroll position where somebody goes back before the other page has its script", async () => {
    const page = await pages.open(script(), { isAlone: true })
    const place = await farDown(page)
    await follow(page, 'footer a[href="/cookies"]')
    await page.getByRole("heading", { level: 1, name: "Cookieverklaring" }).waitFor()
    const { promise: late, resolve: arrive } = Promise.withResolvers<undefined>()
    await page.route("**/assets/client-entry-*.js", async (route) => {
      await late
      await route.continue()
    })
    await page.reload({ waitUntil: "commit" })
    await page.getByRole("heading", { level: 1, name: "Cookieverklaring" }).waitFor()
    await page.evaluate(() => {
      history.back()
    })
    await page.waitForURL(`${pages.gateway.origin}/`, { waitUntil: "commit" })
    arrive(undefined)
    await has(page, 75)
    await isAt(page, place)
  })

  it("is where it was scrolled to before the page was hydrated", async () => {
    const page = await pages.visit(script(), {
      prepare: (opened) =>
        opened.addInitScript(() => {
          addEventListener("DOMContentLoaded", () => {
            scrollTo(0, 700)
          })
        }),
    })
    await takenOver(page, ".grid-tools button")
    await pages.gateway.fact("Navigated")
    await follow(page, 'footer a[href="/cookies"]')
    await page.getByRole("heading", { level: 1, name: "Cookieverklaring" }).waitFor()
    await page.goBack()
    await isAt(page, 700)
  })

  it("is left where it was scrolled to between its reload and the hydration", async () => {
    const page = await pages.open(script(), { isAlone: true })
    await takenOver(page, ".grid-tools button")
    await page.evaluate(() => {
      scrollTo(0, 900)
    })
    await isAt(page, 900)
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        // The page has restored its position.
        scrollTo(0, globalThis.scrollY - 600)
      })
    })
    await reload(page)
    const arrivals = () => pages.gateway.facts.filter(({ _tag }) => _tag === "Navigated")
    await expect.poll(() => arrivals().length, PATIENTLY).toBe(2)
    await isAt(page, 300)
  })

  it("begins with its first page where a link leads to it", async () => {
    const page = await pages.open(script())
    await farDown(page)
    await follow(page, 'footer a[href="/cookies"]')
    await page.getByRole("heading", { level: 1, name: "Cookieverklaring" }).waitFor()
    await reload(page)
    await follow(page, 'header a[href="/"]')
    await has(page, 30)
    await isAt(page, 0)
  })

  it("loads page by page where they cannot be had at once", async () => {
    const page = await pages.open(
      script(() => ({ status: 400, body: { label: "request.malformed", reference: "7K3M-QX9F" } })),
      {},
    )
    await farDown(page)
    await reload(page)
    await pages.gateway.query(path(1, 90))
    await page.evaluate(() => {
      scrollTo(0, 0)
    })
    await cards(page).last().scrollIntoViewIfNeeded()
    await pages.gateway.query(path(2, 30))
    // The last card is on the screen, so the page after this one may have loaded already.
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(60)
  })
})
