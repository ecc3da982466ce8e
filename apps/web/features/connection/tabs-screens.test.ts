/** A tab over server-sent events while four others of its browser stream. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

/** Four others that matter more than any: paid time runs in them, and they were used last. */
const besideFour = (page: Page) =>
  page.addInitScript(() => {
    globalThis.WebSocket = class {
      constructor() {
        throw new Error("blocked")
      }
    } as unknown as typeof WebSocket
    for (const id of ["a", "b", "c", "d"]) {
      const seeker = { id, isPaid: true, isSeen: true, usedAt: Number.MAX_SAFE_INTEGER }
      void navigator.locks.request(
        `foldcast-stream-seeker ${JSON.stringify(seeker)}`,
        () => new Promise<void>((resolve) => addEventListener(`leave-${id}`, () => resolve())),
      )
    }
  })

describe("a tab whose turn to stream it is not", () => {
  it.each([
    ["nl", "/", 390, "Deze pagina is even niet live", "Hier verdergaan"],
    ["en", "/en", 1_280, "This page is not live for now", "Continue here"],
  ] as const)(
    "keeps what it shows, says that it is not live, and asks for its turn when one of them goes: %s [TABS-02]",
    async (locale, path, width, text, goOn) => {
      const page = await pages.visit(
        { events: member(locale), queries: catalogueQueries() },
        { path, width, prepare: besideFour },
      )
      await takenOver(page)
      const told = page.locator(".site-notices").getByRole("status").filter({ hasText: text })
      await told.waitFor()
      await page.getByRole("button", { name: /1[.,]234 credits/u }).waitFor()
      expect(await page.locator("[data-performer]").count()).toBeGreaterThan(1)
      await pages.expectSound(page)
      // Who pays comes first, whatever is pressed.
      await told.getByRole("button", { name: goOn }).click()
      await told.waitFor()
      expect(pages.gateway.heard.filter(({ url }) => url.includes("/api/stream"))).toEqual([])
      await page.evaluate(() => dispatchEvent(new Event("leave-c")))
      await expect
        .poll(() => pages.gateway.heard.filter(({ url }) => url.includes("/api/stream")).length)
        .toBeGreaterThan(0)
    },
  )
})
