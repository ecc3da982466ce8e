/**
 * How soon after a press the wallet shows what it sells, beside how soon its window opens where the answer never
 * comes. Each in a page of its own, in turn; the pointer is over the button a tenth of a second before, as a hand is.
 */
import type { Browser, Page } from "playwright-core"
import { DEMO_EMAIL, DEMO_PASSWORD } from "@foldcast/backend/demo/demo-member"
import { median } from "../../support/statistics.ts"
import { logIn } from "./log-in.ts"
import { rest, slowDown } from "./page-watch.ts"
import { openWatched, PHONE } from "./watched-browser.ts"

const SLOWER = 4
/** Milliseconds between reaching a button and pressing it. */
const HAND_MS = 100

/** Milliseconds from the press to the frame that shows it. */
const SHOWN_AFTER = `(selector) => new Promise((resolve) => {
  addEventListener("pointerdown", ({ timeStamp }) => {
    const look = () => {
      if (document.querySelector(selector) === null) return requestAnimationFrame(look)
      // After the frame that has it.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp), 0))
    }
    look()
  }, { once: true, capture: true })
})`

const openingOf = async (page: Page, selector: string): Promise<number> => {
  const button = page.locator(".credits-button")
  await rest(page)
  const shown = page.evaluate<number>(`(${SHOWN_AFTER})(${JSON.stringify(selector)})`)
  await button.hover()
  await page.waitForTimeout(HAND_MS)
  await page.mouse.down()
  await page.mouse.up()
  return shown
}

const isLoadWallet = (body: string | null) => body?.includes('"LoadWallet"') === true

export interface WalletOpening {
  /** Milliseconds, the median of the rounds. */
  readonly withBundles: number
  readonly empty: number
}

export const measureWalletOpening = async (
  browser: Browser,
  origin: string,
  rounds: number,
): Promise<WalletOpening> => {
  const context = await openWatched(browser, origin, PHONE)
  try {
    const first = await context.newPage()
    await logIn(first, origin, { email: DEMO_EMAIL, password: DEMO_PASSWORD })
    await first.close()
    const opening = async (isAnswered: boolean): Promise<number> => {
      const page = await context.newPage()
      if (!isAnswered) {
        await page.route("**/api/commands", (route) =>
          isLoadWallet(route.request().postData()) ? undefined : route.continue(),
        )
      }
      await page.goto(`${origin}/en`, { waitUntil: "networkidle" })
      await slowDown(page, SLOWER)
      const ms = await openingOf(page, isAnswered ? ".bundle-card" : "[role=dialog]")
      await page.close()
      return ms
    }
    const withBundles: Array<number> = []
    const empty: Array<number> = []
    // One of each before it counts: the server's caches are warm then.
    await opening(true)
    await opening(false)
    for (let round = 0; round < rounds; round += 1) {
      withBundles.push(await opening(true))
      empty.push(await opening(false))
    }
    return { withBundles: median(withBundles), empty: median(empty) }
  } finally {
    await context.close()
  }
}
