/** Tests a tab over server-sent events while four other tabs of its browser stream. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

/**
 * Adds four other tabs, a to d, that were used after this one; paid time runs in the named ones. Each leaves on its
 * event `leave-a`, …
 */
const besideFour = (paying: string) => (page: Page) =>
  page.addInitScript((inPaidTime) => {
    globalThis.WebSocket = class {
      constructor() {
        throw new Error("blocked")
      }
    } as unknown as typeof WebSocket
    for (const id of ["a", "b", "c", "d"]) {
      const isPaid = inPaidTime.includes(id)
      const usedAt = isPaid ? Number.MAX_SAFE_INTEGER : Date.now() + 60_000
      const seeker = { id, isPaid, isSeen: true, usedAt }
      void navigator.locks.request(
        `foldcast-stream-seeker ${JSON.stringify(seeker)}`,
        () => new Promise<void>((resolve) => addEventListener(`leave-${id}`, () => resolve())),
      )
    }
  }, paying)

const streams = () => pages.gateway.heard.filter(({ url }) => url.includes("/api/stream")).length

const notice = (page: Page, text: string) =>
  page.locator(".site-notices").getByRole("status").filter({ hasText: text })

describe("a tab without a stream slot", () => {
  it.each([
    ["nl", "/", 390, "Je betaalt nu in vier andere tabbladen"],
    ["en", "/en", 1_280, "You’re paying in four other tabs"],
  ] as const)(
    "keeps its page, and says what to do where tabs with paid time hold all slots: %s [TABS-02]",
    async (locale, path, width, text) => {
      const page = await pages.visit(
        { events: member(locale), queries: catalogueQueries() },
        { path, width, prepare: besideFour("abcd") },
      )
      await takenOver(page)
      const told = notice(page, text)
      await told.waitFor()
      await page.getByRole("button", { name: /1[.,]234\scredits/u }).waitFor()
      expect(await page.locator("[data-performer]").count()).toBeGreaterThan(1)
      await pages.expectSound(page)
      // The only button dismisses the notice.
      expect(await told.getByRole("button").count()).toBe(1)
      expect(streams()).toBe(0)
      await page.evaluate(() => dispatchEvent(new Event("leave-c")))
      await expect.poll(streams).toBeGreaterThan(0)
      await told.waitFor({ state: "detached" })
    },
  )

  it.each([
    ["nl", "/", 1_280, "De site is live in vier andere tabbladen", "Hier verdergaan"],
    ["en", "/en", 390, "The site is live in four other tabs", "Continue here"],
  ] as const)(
    "says that it is not live while other tabs were used last, and goes live when asked: %s [TABS-02]",
    async (locale, path, width, text, goOn) => {
      const page = await pages.visit(
        { events: member(locale), queries: catalogueQueries() },
        { path, width, prepare: besideFour("abc") },
      )
      await takenOver(page)
      const told = notice(page, text)
      await told.waitFor()
      expect(streams()).toBe(0)
      // Some minutes later.
      await page.evaluate(() => {
        const now = Date.now.bind(Date)
        Date.now = () => now() + 120_000
      })
      await told.getByRole("button", { name: goOn }).click()
      await expect.poll(streams).toBeGreaterThan(0)
      await told.waitFor({ state: "detached" })
    },
  )
})
