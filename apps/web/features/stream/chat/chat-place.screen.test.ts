/** A reader's place in the conversation, kept by the page itself: the browser's own anchoring is off. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { sitePages } from "../../../screens/site-pages.fixture.ts"
import { openRoom, roomScript, said } from "../../../screens/stream-pages.fixture.ts"
import { member } from "../../../screens/visit-facts.fixture.ts"

const pages = sitePages()

/** More than a tab keeps, so that each further line takes one away above. */
const KEPT = 200
const words = (index: number) => `Regel ${index} ${"en nog wat woorden ".repeat(index % 7)}`
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => said(`m${from + index}`, words(from + index)))

const log = (page: Page) => page.getByRole("log")
/** The uppermost line of which anything is seen: its words and where they stand. */
const place = (page: Page) =>
  log(page).evaluate((list) => {
    const edge = list.getBoundingClientRect().top
    const tops = [...list.querySelectorAll(".chat__text")].map((line) => ({
      text: line.textContent ?? "",
      top: line.getBoundingClientRect().top - edge,
      bottom: line.getBoundingClientRect().bottom - edge,
    }))
    return tops.find(({ bottom }) => bottom > 0) ?? null
  })
const fromEnd = (page: Page) =>
  log(page).evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight)
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )

const open = async () => {
  const page = await openRoom(pages, roomScript(member()))
  pages.gateway.emitAll(lines(0, KEPT))
  await log(page)
    .getByText(words(KEPT - 1).trim(), { exact: true })
    .waitFor()
  return page
}
const readsUp = async (page: Page) => {
  await log(page).evaluate((list) => list.scrollTo(0, list.scrollHeight / 2))
  await drawn(page)
  const at = await place(page)
  if (at === null) throw new Error("there is nothing to read")
  return at
}
const isAt = async (page: Page, { text, top }: { readonly text: string; readonly top: number }) => {
  await drawn(page)
  const now = await log(page).evaluate((list, wanted) => {
    const edge = list.getBoundingClientRect().top
    const line = [...list.querySelectorAll(".chat__text")].find(
      ({ textContent }) => textContent === wanted,
    )
    return line === undefined ? null : line.getBoundingClientRect().top - edge
  }, text)
  expect(now).not.toBeNull()
  expect(Math.abs((now ?? Number.NaN) - top)).toBeLessThan(1)
}

/** Whatever moves lines without a line of its own. */
const CHANGES = {
  "a line above that grows, as with a picture that comes": async (page: Page) => {
    await log(page)
      .locator("li")
      .first()
      .evaluate((line) => {
        line.style.paddingBottom = "57px"
      })
  },
  "another font": async (page: Page) => {
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "150%"
    })
  },
  "a window of another width and height": async (page: Page) => {
    await page.setViewportSize({ width: 420, height: 640 })
  },
} satisfies Record<string, (page: Page) => Promise<void>>

describe("the scroll position of the conversation", () => {
  it("is not kept by the browser", async () => {
    const page = await open()
    expect(await log(page).evaluate((list) => getComputedStyle(list).overflowAnchor)).toBe("none")
  })

  it("stays on the same line, to the pixel, for who reads above, while lines come below and go above [SHOWN-06]", async () => {
    const page = await open()
    const at = await readsUp(page)
    for (const from of [KEPT, KEPT + 1, KEPT + 20]) {
      const to = from === KEPT + 20 ? KEPT + 60 : from === KEPT ? KEPT + 1 : KEPT + 20
      pages.gateway.emitAll(lines(from, to))
      await log(page)
        .getByText(words(to - 1).trim(), { exact: true })
        .waitFor({ state: "attached" })
      await isAt(page, at)
    }
    await page.getByRole("button", { name: /60 nieuw/u }).waitFor()
  })

  it.each(Object.entries(CHANGES))(
    "stays on the same line for who reads above through %s [SHOWN-06]",
    async (_, change) => {
      const page = await open()
      const at = await readsUp(page)
      await change(page)
      await isAt(page, at)
    },
  )

  it.each(Object.entries(CHANGES))(
    "stays at the end for who is there through %s, and a line that comes [SHOWN-06]",
    async (_, change) => {
      const page = await open()
      expect(await fromEnd(page)).toBeLessThanOrEqual(1)
      await change(page)
      await drawn(page)
      expect(await fromEnd(page)).toBeLessThanOrEqual(1)
      pages.gateway.emitAll(lines(KEPT, KEPT + 3))
      await log(page)
        .getByText(words(KEPT + 2).trim(), { exact: true })
        .waitFor()
      await drawn(page)
      expect(await fromEnd(page)).toBeLessThanOrEqual(1)
    },
  )

  it("stays at the end for who is there where the list grows before their scrolling is reported [SHOWN-06]", async () => {
    const page = await open()
    // In one task: the browser tells of the scroll first, when all is of another size, and of that then.
    await log(page).evaluate((list) => {
      list.scrollTop -= 3
      document.documentElement.style.fontSize = "150%"
    })
    await drawn(page)
    expect(await fromEnd(page)).toBeLessThanOrEqual(1)
  })

  it("stays where a visitor has just scrolled up when a line comes in that moment [SHOWN-06]", async () => {
    const page = await open()
    // In one task: the browser tells of the scroll at its next frame alone.
    await log(page).evaluate((list) => {
      list.scrollTop -= 400
    })
    pages.gateway.emitAll(lines(KEPT, KEPT + 1))
    await page.getByRole("button", { name: /1 nieuw/u }).waitFor()
    expect(await fromEnd(page)).toBeGreaterThan(200)
  })
})
