/** Tests a card's still in a browser: it shows for a resting mouse or keyboard focus, and for no other card. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { performer, performersAnswer } from "../../screens/performers.fixture.ts"
import { profile } from "../../screens/profile-pages.fixture.ts"
import { takenOver } from "../../screens/catalogue.fixture.ts"
import type { GatewayScript } from "../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import { BLUE_STILL, drawnStill, RED_STILL } from "../../screens/still.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

/** Two performers in free chat, and one each in VIP, in a pause, live and offline. */
const ALL = [3, 3, 5, 9, 1, 0].map((onlineStatus, index) => performer(index, { onlineStatus }))

const open = async (script: Partial<GatewayScript> = {}, screen: Screen = {}) => {
  const page = await pages.open(
    {
      events: guest(),
      queries: (url) => {
        if (url.pathname === "/api/categories") return { body: { categories: [] } }
        if (url.pathname === "/api/performers/count") return { body: { count: ALL.length } }
        if (url.pathname === "/api/performers") return performersAnswer(ALL, url)
        // The prefetch for a pointer that rests on a card; no test follows the link.
        return url.pathname.startsWith("/api/performers/") ? { body: profile() } : undefined
      },
      ...script,
    },
    screen,
  )
  await takenOver(page, ".grid-tools button")
  return page
}

const asked = () => pages.gateway.queries.filter((path) => path.includes("/still"))
const card = (page: Page, index: number) => page.locator(`[data-performer="p_${index}"]`)
const still = (page: Page, index: number) => card(page, index).locator("canvas")
const shown = (page: Page, index: number) =>
  card(page, index).locator("canvas[data-shown=true]").waitFor()
const away = (page: Page) => page.mouse.move(0, 0)

describe("a card's still", () => {
  it("is shown while a mouse rests on it, anew every two seconds, and disappears when the mouse leaves", async () => {
    let answers = 0
    const page = await open({ stills: () => ((answers += 1) === 1 ? RED_STILL : BLUE_STILL) })
    expect(asked()).toEqual([])
    expect(await page.locator("canvas").count()).toBe(0)
    await card(page, 0).hover()
    await shown(page, 0)
    expect(asked()).toEqual(["/api/performers/p_0/still"])
    expect(await drawnStill(still(page, 0))).toBe("red")
    await pages.expectSound(page)
    await expect.poll(() => drawnStill(still(page, 0)), { timeout: 15_000 }).toBe("blue")
    await away(page)
    await still(page, 0).waitFor({ state: "detached" })
    expect(await page.locator("canvas").count()).toBe(0)
    expect(await card(page, 0).locator("img").isVisible()).toBe(true)
  })

  it("is not shown by itself on a card that scrolls under a resting mouse", async () => {
    const page = await open()
    await card(page, 0).hover()
    await shown(page, 0)
    await away(page)
    await still(page, 0).waitFor({ state: "detached" })
    // As the browser does where the page moves and the mouse does not.
    await card(page, 1).getByRole("link").dispatchEvent("pointerover", { pointerType: "mouse" })
    await card(page, 0).getByRole("link").focus()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Shift+Tab")
    await shown(page, 0)
    expect(new Set(asked())).toEqual(new Set(["/api/performers/p_0/still"]))
  })

  it("is shown on the card with the keyboard's focus, one at a time, and the card's name stays the same", async () => {
    const page = await open()
    await card(page, 0).getByRole("link").focus()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Shift+Tab")
    await shown(page, 0)
    expect(
      await card(page, 0)
        .getByRole("link", { name: /^Noor0,/u })
        .count(),
    ).toBe(1)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await shown(page, 1)
    expect(await page.locator("canvas").count()).toBe(1)
    await pages.expectSound(page)
  })

  it("is shown for no performer outside free chat, and not for a finger", async () => {
    const page = await open()
    for (const index of [2, 3, 4, 5]) await card(page, index).hover()
    for (const name of ["pointerover", "pointermove"]) {
      await card(page, 1).getByRole("link").dispatchEvent(name, { pointerType: "touch" })
    }
    await card(page, 0).hover()
    await shown(page, 0)
    expect(new Set(asked())).toEqual(new Set(["/api/performers/p_0/still"]))
  })

  it("disappears as soon as free chat ends, and returns with it", async () => {
    const page = await open()
    await card(page, 0).hover()
    await shown(page, 0)
    pages.gateway.signal("performer-statuses", { statuses: { p_0: 5 } })
    await still(page, 0).waitFor({ state: "detached" })
    pages.gateway.signal("performer-statuses", { statuses: { p_0: 3 } })
    await shown(page, 0)
  })

  it("is not loaded where less data is wanted, and the portrait stays where none comes", async () => {
    const page = await open({
      stills: ({ pathname }) => (/p_1/u.test(pathname) ? null : RED_STILL),
    })
    await page.evaluate(() => {
      localStorage.setItem("lessData", "on")
    })
    await card(page, 0).hover()
    await away(page)
    await page.evaluate(() => {
      localStorage.setItem("lessData", "off")
    })
    await card(page, 1).hover()
    await expect.poll(asked).toEqual(["/api/performers/p_1/still"])
    expect(await still(page, 1).evaluate((canvas) => getComputedStyle(canvas).opacity)).toBe("0")
    expect(await card(page, 1).locator("img").isVisible()).toBe(true)
    await pages.expectSound(page)
  })

  it("is swapped in without an animation for a visitor who wants none", async () => {
    const page = await open({}, { motion: "reduce" })
    await card(page, 0).hover()
    await shown(page, 0)
    const duration = still(page, 0).evaluate(
      (canvas) => getComputedStyle(canvas).transitionDuration,
    )
    expect(await duration).toMatch(/^0m?s$/u)
  })
})
