/**
 * How soon the grid answers a member on a slow phone while fifty performers change their status each
 * second: filters, hearts, search, more performers, another category, by real presses and keys.
 * Caller: browse.ts.
 */
import type { Browser, Page } from "playwright-core"
import { DEMO_EMAIL, DEMO_PASSWORD } from "@foldcast/backend/demo/demo-member"
import { m } from "@foldcast/messages/messages"
import type { BusySite } from "./busy-site.ts"
import { slowDown, takeSeen } from "./page-watch.ts"
import { openWatched, PHONE } from "./watched-browser.ts"

const SLOWER = 4
const EN = { locale: "en" } as const

export interface Answering {
  /** By the definition of INP: the slowest, but for one in fifty. */
  readonly inp: number
  readonly interactions: number
  /** The slowest of each kind, slowest first. */
  readonly slowest: ReadonlyArray<{ readonly what: string; readonly ms: number }>
  /** How many new statuses came meanwhile. */
  readonly statuses: number
  readonly shift: number
  /** During what most of it moved. */
  readonly shiftedBy: string
}

const logIn = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/en`)
  await page
    .locator("header")
    .first()
    .getByRole("button", { name: m.header_log_in({}, EN) })
    .click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel(m.account_email({}, EN)).fill(DEMO_EMAIL)
  await dialog.getByLabel(m.account_password({}, EN), { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole("button", { name: m.log_in_submit({}, EN) }).click()
  await dialog.waitFor({ state: "detached" })
}

/** What somebody does at the grid, in its order; each is pressed once the page shows it. */
const deeds = (page: Page): ReadonlyArray<readonly [string, () => Promise<unknown>]> => {
  const dialog = page.getByRole("dialog")
  const card = page.locator("[data-performer]")
  const heart = (index: number) => card.nth(index).locator("button").click()
  const choose = (name: string) => dialog.getByText(name, { exact: true }).click()
  const search = page.getByRole("combobox", { name: m.search_label({}, EN) })
  return [
    ["more performers", () => page.getByRole("button", { name: m.grid_load_more({}, EN) }).click()],
    ["a heart", () => heart(1)],
    ["a heart", () => heart(2)],
    ["a heart", () => heart(1)],
    ["a heart", () => heart(2)],
    [
      "opening the filters",
      () => page.getByRole("button", { name: m.nav_filters({}, EN), exact: true }).click(),
    ],
    ["choosing a filter", () => choose(m.filter_language_nl({}, EN))],
    ["choosing a filter", () => choose(m.filter_language_de({}, EN))],
    ["choosing a filter", () => choose(m.filter_popular_toy({}, EN))],
    ["dropping a filter", () => choose(m.filter_popular_toy({}, EN))],
    [
      "closing the filters",
      () => dialog.getByRole("button", { name: m.filters_close({}, EN) }).click(),
    ],
    [
      "dropping a chip",
      () =>
        page
          .getByRole("button", {
            name: m.filters_remove({ name: m.filter_language_de({}, EN) }, EN),
          })
          .click(),
    ],
    [
      "dropping all chips",
      () => page.getByRole("button", { name: m.filters_reset({}, EN) }).click(),
    ],
    ["going to the search", () => search.click()],
    ...["l", "u", "n", "a"].map(
      (key) => ["typing a name", () => page.keyboard.press(key)] as const,
    ),
    ["emptying the search", () => page.keyboard.press("Escape")],
    ["leaving the search", () => page.keyboard.press("Escape")],
    ["another category", () => page.locator('a[href="/en/toy-shows"]').first().click()],
    ["back to everybody", () => page.locator('a[href="/en"]').first().click()],
  ]
}

/** Source: web.dev, "Interaction to Next Paint": of every fifty interactions the slowest does not count. */
const interactionToNextPaint = (slowestFirst: ReadonlyArray<number>, count: number): number =>
  slowestFirst[Math.min(slowestFirst.length - 1, Math.floor(count / 50))] ?? 0

export const measureAnswering = async (
  browser: Browser,
  site: BusySite,
  rounds: number,
): Promise<Answering> => {
  const context = await openWatched(browser, site.origin, PHONE)
  try {
    const page = await context.newPage()
    await logIn(page, site.origin)
    await page.goto(`${site.origin}/en`, { waitUntil: "networkidle" })
    site.setBusy(true)
    await slowDown(page, SLOWER)
    await takeSeen(page)
    const before = site.signalled()
    const slowest = new Map<string, number>()
    const shifts = new Map<string, number>()
    const all: Array<number> = []
    let moved = 0
    for (let round = 0; round < rounds; round += 1) {
      for (const [what, act] of deeds(page)) {
        await act()
        const { interactions, shift } = await takeSeen(page)
        shifts.set(what, (shifts.get(what) ?? 0) + shift - moved)
        moved = shift
        const byId = new Map<number, number>()
        for (const { id, ms } of interactions) byId.set(id, Math.max(ms, byId.get(id) ?? 0))
        all.push(...byId.values())
        slowest.set(what, Math.max(slowest.get(what) ?? 0, ...byId.values()))
      }
    }
    const [shiftedBy = ""] = [...shifts].toSorted(([, a], [, b]) => b - a).map(([what]) => what)
    const count = await page.evaluate<number>("performance.interactionCount")
    return {
      inp: interactionToNextPaint(
        all.toSorted((a, b) => b - a),
        count,
      ),
      interactions: count,
      slowest: [...slowest].map(([what, ms]) => ({ what, ms })).toSorted((a, b) => b.ms - a.ms),
      statuses: site.signalled() - before,
      shift: moved,
      shiftedBy,
    }
  } finally {
    site.setBusy(false)
    await context.close()
  }
}

/** Milliseconds from pressing a button that does next to nothing, on a page without script, to its paint. */
export const measureBareButton = async (browser: Browser, origin: string): Promise<number> => {
  const context = await openWatched(browser, origin, PHONE)
  try {
    const page = await context.newPage()
    await page.goto(`${origin}/en`, { waitUntil: "networkidle" })
    await page.evaluate(`(() => {
      const button = document.createElement("button")
      button.textContent = "0"
      button.onclick = () => { button.textContent = String(Number(button.textContent) + 1) }
      button.id = "bare"
      document.body.prepend(button)
    })()`)
    await slowDown(page, SLOWER)
    await takeSeen(page)
    let slowest = 0
    for (let presses = 0; presses < 10; presses += 1) {
      await page.locator("#bare").click()
      const { interactions } = await takeSeen(page)
      slowest = Math.max(slowest, ...interactions.map(({ ms }) => ms))
    }
    return slowest
  } finally {
    await context.close()
  }
}
