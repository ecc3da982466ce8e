/** Tests the home page's own parts in a browser: what a guest sees before and above the list. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()
const NL = { locale: "nl" } as const
const SMALLEST = { width: 320, height: 568 }

const open = async (screen: Screen) => {
  const page = await pages.open({ events: guest(), queries: catalogueQueries() }, screen)
  await takenOver(page)
  return page
}
const lead = (page: Page) => page.getByText(m.home_lead({}, NL))
const heading = (page: Page) => page.getByRole("heading", { level: 1 })

describe("the introduction for a guest", () => {
  it("is one line once it was closed, also after a reload and before any script of the site ran", async () => {
    // A tab of its own, since its scripts are kept away below.
    const page = await open({ prepare: () => Promise.resolve() })
    await lead(page).waitFor()
    await page.getByRole("button", { name: m.home_intro_close({}, NL) }).click()
    await lead(page).waitFor({ state: "hidden" })
    // The pressed button is gone: the focus goes to what stays.
    expect(await heading(page).evaluate((element) => element === document.activeElement)).toBe(true)
    await page.route(/\/assets\/.*\.js/u, (route) => route.abort())
    await page.reload({ waitUntil: "domcontentloaded" })
    await heading(page).waitFor()
    expect(await lead(page).isVisible()).toBe(false)
  })

  it("leaves room for faces in the first view of the smallest phone", async () => {
    const page = await open({ width: SMALLEST.width })
    await page.setViewportSize(SMALLEST)
    const picture = await page.locator(".performer-card .performer-picture").first().boundingBox()
    expect((picture?.y ?? Infinity) + (picture?.height ?? 0)).toBeLessThanOrEqual(SMALLEST.height)
  })
})

describe("the filters above the list", () => {
  it("stay in sight while the list is scrolled, and no card lies over them", async () => {
    const page = await open({ width: 390 })
    const filters = page.getByRole("button", { name: "Filters" })
    await page.locator(".performer-card").nth(4).scrollIntoViewIfNeeded()
    await page.evaluate(() => {
      scrollTo(0, 900)
    })
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(400)
    const box = await filters.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(60)
    expect(box?.y).toBeLessThan(120)
    await filters.click({ trial: true })
  })
})
