/**
 * Tests that nothing on the pages of performers moves while they come: with their script, their facts and their font.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { layoutShifts, recordLayoutShifts } from "../../screens/layout-shifts.fixture.ts"
import { performers, performersAnswer } from "../../screens/performers.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

/** More than one page of them, so that the list goes on below the window. */
const MANY = performers(0, 64)
const script = (who: "a guest" | "a member" | "a newcomer") => ({
  events: who === "a member" ? member() : guest(),
  queries: (url: URL) =>
    url.pathname === "/api/performers" ? performersAnswer(MANY, url) : catalogueQueries()(url),
  ...(who === "a newcomer" && { consent: null }),
})

const FONT = "**/*.woff2"

describe.each([
  { path: "/", name: "the home page" },
  { path: "/free-cams", name: "a category" },
  { path: "/results?name=luna", name: "the page of results" },
])("$name", ({ path }) => {
  it.each([
    { who: "a guest", width: 390, height: 844 },
    { who: "a newcomer", width: 390, height: 844 },
    { who: "a member", width: 390, height: 844 },
    { who: "a guest", width: 1_280, height: 844 },
    { who: "a member", width: 1_280, height: 844 },
  ] as const)(
    "is drawn once: nothing moves while it comes for $who, at $width",
    async ({ who, ...screen }) => {
      const page = await pages.open(script(who), {
        ...screen,
        path,
        prepare: async (opened) => {
          // Its own way is tested below.
          await opened.route(FONT, (font) => font.abort())
          await recordLayoutShifts(opened)
        },
      })
      await takenOver(page, ".performer-card__heart button")
      await takenOver(page, ".search-bar input")
      await page.locator(".grid-list__cell").nth(4).waitFor()
      expect(await layoutShifts(page)).toEqual([])
    },
  )
})

/** Where the parts that text could push away begin, and how many lines the heading has. */
const places = (page: Page) =>
  page.evaluate(() => {
    const heading = document.querySelector("h1")
    const topOf = (selector: string) =>
      Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? -1)
    return {
      heading: heading?.getBoundingClientRect().height,
      ...Object.fromEntries(
        ["h1", ".category-bar", ".grid-toolbar__row", ".performer-card", "#how-credits-work"].map(
          (selector) => [selector, topOf(selector)],
        ),
      ),
    }
  })

describe("a font that comes late", () => {
  it.each([
    { path: "/", width: 320 },
    { path: "/en", width: 320 },
    { path: "/", width: 390 },
    { path: "/en", width: 390 },
    { path: "/", width: 1_280 },
    { path: "/en", width: 1_280 },
    { path: "/free-cams", width: 390 },
  ])("pushes nothing away: $path at $width", async ({ path, width }) => {
    const opened = Promise.withResolvers<Page>()
    const wanted = Promise.withResolvers<null>()
    const screen: Screen = {
      path,
      width,
      prepare: async (tab) => {
        await tab.route(FONT, async (font) => {
          await wanted.promise
          await font.continue()
        })
        opened.resolve(tab)
      },
    }
    const events = guest(path === "/en" ? "en" : "nl")
    // The document has not loaded before its font has.
    const loaded = pages.visit({ ...script("a guest"), events }, screen)
    const page = await opened.promise
    await takenOver(page, ".performer-card__heart button")
    const isThere = () => page.evaluate(() => document.fonts.check('16px "Inter Variable"'))
    expect(await isThere()).toBe(false)
    const before = await places(page)
    wanted.resolve(null)
    await loaded
    await expect.poll(isThere).toBe(true)
    await page.evaluate(async () => {
      await document.fonts.ready
    })
    expect(await places(page)).toEqual(before)
  })
})
