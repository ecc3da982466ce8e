/**
 * How soon the grid responds to a member on a slow phone while fifty performers change their status each second:
 * filters, favourites, search, wallet, menu, more performers, another category, with real clicks and keys.
 */
import type { Browser, Locator, Page } from "playwright-core"
import { DEMO_EMAIL, DEMO_PASSWORD } from "@foldcast/backend/demo/demo-member"
import { m } from "@foldcast/messages/messages"
import type { BusySite } from "./busy-site.ts"
import { logIn } from "./log-in.ts"
import { rest, slowDown, takeSeen } from "./page-watch.ts"
import { openWatched, PHONE } from "./watched-browser.ts"

const SLOWER = 4
const EN = { locale: "en" } as const

const SEARCH_OPENS = "going to the search"
const FILTERS_OPEN = "opening the filters"
const WALLET_OPENS = "opening the wallet"
const MENU_OPENS = "opening the menu"
/** Where a script may have to be loaded first. */
export const OPENINGS: ReadonlySet<string> = new Set([
  SEARCH_OPENS,
  FILTERS_OPEN,
  WALLET_OPENS,
  MENU_OPENS,
])

export interface Answering {
  /** INP by its definition: the slowest interaction, with one of every fifty ignored. */
  readonly inp: number
  readonly interactions: number
  /** The slowest of each kind, slowest first. */
  readonly slowest: ReadonlyArray<{ readonly what: string; readonly ms: number }>
  /** Number of new statuses received meanwhile. */
  readonly statuses: number
  readonly shift: number
  readonly shiftedBy: string
}

/**
 * Locates the target first and lets the page come to rest: locating uses the page's processor and must not count as
 * response time.
 */
export const press = async (page: Page, target: Locator): Promise<void> => {
  await target.click({ trial: true })
  const box = await target.boundingBox()
  if (box === null) throw new Error("what is to be pressed is not on the screen")
  await rest(page)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** The actions at the grid, in order; each starts once the page shows its target. */
const deeds = (page: Page): ReadonlyArray<readonly [string, () => Promise<unknown>]> => {
  const dialog = page.getByRole("dialog")
  const card = page.locator("[data-performer]")
  const heart = (index: number) => press(page, card.nth(index).locator("button"))
  const choose = (name: string) => press(page, dialog.getByRole("checkbox", { name, exact: true }))
  const closeWindow = async () => {
    await dialog.waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
  }
  const search = page.getByRole("combobox", { name: m.search_label({}, EN) })
  return [
    [
      "more performers",
      () => press(page, page.getByRole("button", { name: m.grid_load_more({}, EN) })),
    ],
    ["a heart", () => heart(1)],
    ["a heart", () => heart(2)],
    ["a heart", () => heart(1)],
    ["a heart", () => heart(2)],
    [
      FILTERS_OPEN,
      () => press(page, page.getByRole("button", { name: m.nav_filters({}, EN), exact: true })),
    ],
    ["choosing a filter", () => choose(m.filter_language_nl({}, EN))],
    ["choosing a filter", () => choose(m.filter_language_de({}, EN))],
    ["choosing a filter", () => choose(m.filter_popular_toy({}, EN))],
    ["dropping a filter", () => choose(m.filter_popular_toy({}, EN))],
    [
      "closing the filters",
      () => press(page, dialog.getByRole("button", { name: m.filters_close({}, EN) })),
    ],
    [
      "dropping a chip",
      () => {
        const name = m.filters_remove({ name: m.filter_language_de({}, EN) }, EN)
        return press(page, page.getByRole("button", { name }))
      },
    ],
    [
      "dropping all chips",
      () => press(page, page.getByRole("button", { name: m.filters_reset({}, EN) })),
    ],
    [SEARCH_OPENS, () => press(page, search)],
    ...["l", "u", "n", "a"].map(
      (key) => ["typing a name", () => page.keyboard.press(key)] as const,
    ),
    ["emptying the search", () => page.keyboard.press("Escape")],
    ["leaving the search", () => page.keyboard.press("Escape")],
    [WALLET_OPENS, () => press(page, page.locator(".credits-button"))],
    ["closing the wallet", closeWindow],
    [MENU_OPENS, () => press(page, page.locator("button:has(.member-avatar)"))],
    ["closing the menu", closeWindow],
    ["another category", () => press(page, page.locator('a[href="/en/toy-shows"]').first())],
    ["back to everybody", () => press(page, page.locator('a[href="/en"]').first())],
  ]
}

/** Source: web.dev, "Interaction to Next Paint": of every fifty interactions the slowest does not count. */
export const interactionToNextPaint = (
  slowestFirst: ReadonlyArray<number>,
  count: number,
): number => slowestFirst[Math.min(slowestFirst.length - 1, Math.floor(count / 50))] ?? 0

export const measureAnswering = async (
  browser: Browser,
  site: BusySite,
  rounds: number,
): Promise<Answering> => {
  const context = await openWatched(browser, site.origin, PHONE)
  try {
    const page = await context.newPage()
    await logIn(page, site.origin, { email: DEMO_EMAIL, password: DEMO_PASSWORD })
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

/** Milliseconds from pressing a nearly empty button, on a page without script, to its paint. */
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
      await press(page, page.locator("#bare"))
      const { interactions } = await takeSeen(page)
      slowest = Math.max(slowest, ...interactions.map(({ ms }) => ms))
    }
    return slowest
  } finally {
    await context.close()
  }
}
