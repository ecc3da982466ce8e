/** Pages on which a translator works, and what holds on each of them whatever it does. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import type { Screen, SitePages } from "@foldcast/web/screens/site-pages.fixture"
import {
  type Hand,
  interfere,
  type Moment,
  OF_MISMATCH,
  textDifferences,
} from "../support/foreign-hands.ts"

export const TRANSLATORS = ["page-translator", "in-place-translator"] as const

/** The translator answers late, with marked words. */
export const translatedBy = (hand: Hand, when: Moment = "after"): Screen => ({
  motion: "reduce",
  prepare: (page) => interfere(page, { hands: [hand], says: "marked", when }),
})

/** No error boundary was reached, and the screen shows the state. */
export const expectTrue = async (pages: SitePages, page: Page): Promise<void> => {
  expect(await textDifferences(page)).toEqual([])
  expect(pages.complaints.filter((text) => !OF_MISMATCH.test(text))).toEqual([])
  expect(await page.getByText("Er ging iets mis").count()).toBe(0)
}

/** As it is on the screen, with the translator's marks: a text without one was not translated. */
export const shownText = async (page: Page, selector: string): Promise<string | undefined> =>
  (await page.locator(selector).first().textContent())?.replaceAll("\u00A0", " ").trim()

/** As a visitor reads it, without the translator's marks. */
export const textOf = async (page: Page, selector: string): Promise<string | undefined> =>
  (await shownText(page, selector))?.replaceAll(/[‹›]/gu, "").trim()
