/** The site in a browser that has nothing newer than the Baseline (docs/browsers.md). */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { makeOlder } from "../support/older-browser.ts"
import { sampleOf } from "../support/proof-samples.ts"
import { performerWithAlbums } from "../visual/performer-with-albums.ts"
import { foundOption } from "./found-option.ts"
import { moves, PICTURE_WORLD } from "./picture-scenes.ts"
import { freePerformers, isWatching } from "./room-scenes.ts"
import { testSite } from "./site.ts"
import { BUNDLE, newAccount } from "./visitor.ts"

const VARIANTS = [
  { locale: "nl", width: 390 },
  { locale: "en", width: 1_280 },
] as const

describe("an older browser", () => {
  const site = testSite(PICTURE_WORLD)
  const performer = freePerformers(site)

  it.each(sampleOf(VARIANTS))(
    "registers, buys, filters, looks and watches: $locale, $width [DISPLAY-05]",
    async (options) => {
      const visitor = await site.arrive({ ...options, height: 844 })
      await makeOlder(visitor.context)
      const { say } = visitor.words
      const tab = await visitor.openTab()
      const { page } = tab
      // Checks that newer features are really removed.
      expect(
        await page.evaluate(
          "[globalThis.takenAway > 200, URL.parse, document.startViewTransition, Promise.withResolvers].join()",
        ),
      ).toBe("true,,,")
      await tab.register(newAccount())
      await tab.buy(0)
      await tab.credits(BUNDLE.credits).waitFor()

      await page.locator(".filter-opener").filter({ visible: true }).nth(-1).click()
      const box = tab.dialog.getByRole("checkbox").first()
      await box.press("Space")
      await expect.poll(() => box.isChecked()).toBe(true)
      await page.keyboard.press("Escape")
      await tab.dialog.waitFor({ state: "detached" })
      // The list is limited to the filter.
      await page.waitForURL(/[?&]filter=/u)

      const { username } = await performer()
      await page.getByRole("combobox", { name: say(m.search_label) }).fill(username)
      await foundOption(page, username).click()
      await isWatching(tab, username)
      await moves(tab)
      await tab.press(m.stream_join_private)
      await tab.shows(say(m.stream_in_private, { name: username }))
      await moves(tab)
      await tab.press(m.stream_leave_private)
      await isWatching(tab, username)
      const pictured = await performerWithAlbums(site.world(), options.locale)
      await tab.visit(visitor.address(`/profile/${pictured}`))
      await page.locator('[data-area="media"]').getByRole("button").first().click()
      await tab.dialog.getByRole("img").first().waitFor()
      await page.keyboard.press("Escape")
      await tab.dialog.waitFor({ state: "detached" })

      await tab.visit(visitor.address("/settings/credits"))
      await tab.heading(m.credits_heading).waitFor()
      await tab.visit(visitor.address("/settings"))
      await page.getByText(say(m.settings_session_current)).waitFor()
      tab.isQuiet()
    },
  )
})
