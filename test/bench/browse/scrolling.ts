/**
 * Scrolls through a thousand cards, from the first to the last, and measures the longest task that blocked the page
 * meanwhile.
 */
import type { Browser, Page } from "playwright-core"
import { m } from "@foldcast/messages/messages"
import type { BusySite } from "./busy-site.ts"
import { slowDown, takeSeen } from "./page-watch.ts"
import { openWatched, WIDE } from "./watched-browser.ts"

/** CSS pixels a second: about three screens. */
const SPEED = 2_500

export interface Scrolling {
  readonly cards: number
  /** Milliseconds; 0 if none took over 50. */
  readonly longest: number
  readonly over50: number
}

const cardsOf = (page: Page) => page.locator("[data-performer]")
const cardsOn = (page: Page) => cardsOf(page).count()

const loadAll = async (page: Page, wanted: number): Promise<void> => {
  const more = page.getByRole("button", { name: m.grid_load_more({}, { locale: "en" }) })
  for (let cards = await cardsOn(page); cards < wanted; cards = await cardsOn(page)) {
    await more.click()
    await cardsOf(page).nth(cards).waitFor({ state: "attached" })
  }
}

const scrollThrough = async (page: Page): Promise<void> => {
  await page.evaluate("scrollTo(0, 0)")
  await takeSeen(page)
  const session = await page.context().newCDPSession(page)
  const height = await page.evaluate<number>("document.documentElement.scrollHeight")
  await session.send("Input.synthesizeScrollGesture", {
    x: WIDE.viewport.width / 2,
    y: WIDE.viewport.height / 2,
    yDistance: -height,
    speed: SPEED,
  })
}

export const measureScrolling = async (
  browser: Browser,
  site: BusySite,
  { cards, slower }: { readonly cards: number; readonly slower: number },
): Promise<Scrolling> => {
  const context = await openWatched(browser, site.origin, WIDE)
  try {
    const page = await context.newPage()
    await page.goto(`${site.origin}/en`, { waitUntil: "networkidle" })
    await loadAll(page, cards)
    site.setBusy(true)
    await slowDown(page, slower)
    await scrollThrough(page)
    const { tasks } = await takeSeen(page)
    return { cards: await cardsOn(page), longest: Math.max(0, ...tasks), over50: tasks.length }
  } finally {
    site.setBusy(false)
    await context.close()
  }
}
