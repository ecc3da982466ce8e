/**
 * Checks the pages for browsing performers for accessibility barriers, state by state, in pairs of language, theme
 * and width. `npm test` checks each state of the walk (test/visual/snapshots.e2e.test.ts).
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { accessibilityFindings } from "@foldcast/web/screens/accessibility.fixture"
import { HELD_WORLD, performerLike } from "../support/demo-world.ts"
import { memberExists } from "../support/provider-state.ts"
import { foundOption } from "../e2e/found-option.ts"
import { PerformerListPage } from "../e2e/performer-list.ts"
import { testSite } from "../e2e/site.ts"
import { newAccount } from "../e2e/visitor.ts"

/** Any two of language, theme and width meet in one of them. */
const CIRCUMSTANCES = [
  { locale: "nl", colorScheme: "dark", width: 390 },
  { locale: "nl", colorScheme: "light", width: 1_280 },
  { locale: "en", colorScheme: "dark", width: 1_280 },
  { locale: "en", colorScheme: "light", width: 390 },
] as const

describe("looking for performers", () => {
  const site = testSite(HELD_WORLD)

  it.each(CIRCUMSTANCES)(
    "has no accessibility faults: $locale, $colorScheme, $width",
    async ({ locale, colorScheme, width }) => {
      const visitor = await site.arrive({ locale, colorScheme, width, height: 844 })
      const { say } = visitor.words
      const tab = await visitor.openTab()
      const { page } = tab
      const list = new PerformerListPage(tab)
      const found: Array<string> = []
      const look = async (state: string) => {
        await tab.settled()
        const barriers = await accessibilityFindings(page)
        found.push(...barriers.map((barrier) => `${state}: ${barrier}`))
      }
      const account = newAccount()
      await memberExists(site.world(), account)
      const { username, performerId } = await performerLike(site.world(), { lang: locale })
      await list.has(30)
      await look("home")

      await tab.visit(`${visitor.address("/toy-shows")}?filter=languages_nl`)
      await tab.button(say(m.filters_reset)).waitFor()
      await look("category")
      const section = say(width === 390 ? m.nav_filters : m.filter_section_appearance)
      await page.getByRole("button", { name: new RegExp(`^${section}`, "u") }).click()
      await tab.dialog.getByRole("checkbox").first().waitFor()
      await look("filters")
      await page.keyboard.press("Escape")
      await tab.dialog.waitFor({ state: "detached" })

      await page.getByRole("combobox", { name: say(m.search_label) }).fill(username.slice(0, 3))
      await foundOption(page, username).waitFor()
      await look("search")
      await page.getByRole("combobox", { name: say(m.search_label) }).fill("zzz")
      await tab.shows(say(m.search_none))
      await look("search that finds nobody")

      await tab.visit()
      await tab.logInAndGoOn(account)
      await list.heart(username).click()
      await list.keeps(username, true)
      await tab.visit(visitor.address(`/profile/${username}`))
      await page.locator('[data-area="albums"]').locator("ul, p").first().waitFor()
      await look("profile")
      await page.locator('[data-area="media"]').getByRole("button").first().click()
      await tab.dialog.getByRole("img").first().waitFor()
      await look("lightbox")
      await page.keyboard.press("Escape")
      await tab.dialog.waitFor({ state: "detached" })

      await tab.visit(visitor.address("/favourites"))
      expect(await list.ids()).toEqual([performerId])
      await look("favourites")
      expect(found).toEqual([])
      tab.isQuiet()
    },
  )
})
