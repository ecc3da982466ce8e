/**
 * Tests in a real browser that a long list reports exactly the performers on the screen, at any scroll position.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { performers, performersAnswer } from "../../screens/performers.fixture.ts"
import { type Screen, sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()
const ALL = 120

/** Counts the cards that the page observes. */
const COUNT_WATCHED = `
  const watched = new Map()
  Object.defineProperty(globalThis, "watchedCards", { get: () => new Set([...watched.values()].flatMap((seen) => [...seen])).size })
  const { observe, unobserve, disconnect } = IntersectionObserver.prototype
  Object.assign(IntersectionObserver.prototype, {
    observe(target) {
      if (target.hasAttribute("data-performer")) watched.set(this, (watched.get(this) ?? new Set()).add(target))
      observe.call(this, target)
    },
    unobserve(target) {
      watched.get(this)?.delete(target)
      unobserve.call(this, target)
    },
    disconnect() {
      watched.delete(this)
      disconnect.call(this)
    },
  })
`

const cards = (page: Page) => page.locator("[data-performer]")
const soon = <A>(look: () => A): ReturnType<typeof expect.poll<A>> =>
  // oxlint-disable-next-line vitest/require-awaited-expect-poll -- Whoever calls it awaits it.
  expect.poll(look, { timeout: 15_000 })

const openLongList = async (screen: Screen): Promise<Page> => {
  const page = await pages.open(
    {
      events: guest(),
      queries: (url) =>
        url.pathname === "/api/performers" ? performersAnswer(performers(0, ALL), url) : undefined,
    },
    screen,
  )
  await pages.gateway.fact("PerformersShown")
  for (let here = await cards(page).count(); here < ALL; here = await cards(page).count()) {
    await cards(page).last().scrollIntoViewIfNeeded()
    await soon(() => cards(page).count()).toBeGreaterThan(here)
  }
  return page
}

const onScreen = (page: Page) =>
  cards(page).evaluateAll((found) =>
    found
      .filter((card) => {
        const { top, bottom } = card.getBoundingClientRect()
        return bottom >= 0 && top <= innerHeight
      })
      .map((card) => card.getAttribute("data-performer")),
  )
const told = () =>
  pages.gateway.facts.flatMap((fact) => (fact._tag === "PerformersShown" ? [fact] : [])).at(-1)
    ?.performerIds

const expectToldOfThoseOnScreen = async (page: Page) => {
  expect((await onScreen(page)).length).toBeGreaterThan(0)
  // Read together: cards may still move without scrolling.
  await soon(async () => JSON.stringify(told()) === JSON.stringify(await onScreen(page))).toBe(true)
}

/** Observed are the cards near the window and one in six of the others. A wide window is near most of them. */
const expectFewWatched = async (page: Page, width: number) => {
  expect(await page.evaluate("watchedCards")).toBeLessThan(width < 767 ? ALL * 0.75 : ALL)
}

describe("a long list", () => {
  it.each(variants([390], [767, 1_100, 1_280, 1_600]))(
    "reports exactly the cards on the screen, at its end, in it and back at its beginning, and watches few others, at %i",
    async (width) => {
      const page = await openLongList({
        width,
        prepare: (opened) => opened.addInitScript(COUNT_WATCHED),
      })
      await expectToldOfThoseOnScreen(page)
      await expectFewWatched(page, width)
      for (const index of [61, 2]) {
        await cards(page).nth(index).scrollIntoViewIfNeeded()
        await expectToldOfThoseOnScreen(page)
        await expectFewWatched(page, width)
      }
      // More or fewer columns, without scrolling.
      await page.setViewportSize({ width: width === 1_100 ? 1_280 : 1_100, height: 800 })
      await expectToldOfThoseOnScreen(page)
    },
  )
})
