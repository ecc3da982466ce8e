/** Finding a performer and viewing pictures by keyboard only; the focus is visible at every stop. */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD, performersLike } from "../support/demo-world.ts"
import { sampleOf } from "../support/proof-samples.ts"
import { foundOption } from "./found-option.ts"
import { Keyboard } from "./keyboard.ts"
import { PerformerListPage } from "./performer-list.ts"
import { testSite } from "./site.ts"
import type { Tab } from "./visitor.ts"

describe("the keyboard", () => {
  const site = testSite(HELD_WORLD)

  const focusIsOn = (tab: Tab, selector: string) => tab.page.locator(`${selector}:focus`).waitFor()

  it.each(
    sampleOf([
      { locale: "nl", width: 390 },
      { locale: "en", width: 1_280 },
    ] as const),
  )(
    "searches, opens a profile, looks at its photos and comes back: $locale, $width [PROFILE-09]",
    async ({ locale, width }) => {
      const visitor = await site.arrive({ locale, width, height: 844 })
      const { say } = visitor.words
      const tab = await visitor.openTab()
      const { page } = tab
      const keys = new Keyboard(page)
      const list = new PerformerListPage(tab)
      await list.has(30)
      const [first, second] = await performersLike(site.world(), { lang: locale })
      const name = second?.username ?? ""
      await keys.tabTo(say(m.search_label), "combobox")
      await page.keyboard.type(name.toLowerCase())
      const option = foundOption(page, name)
      await option.waitFor()
      await page.keyboard.press("ArrowDown")
      await option.and(page.locator("[aria-selected=true]")).waitFor()
      await keys.enter()
      await page.locator("h1:focus", { hasText: name }).waitFor()

      const previous = say(m.profile_previous, { name: first?.username ?? "" })
      await keys.pressBefore(previous, "link")
      await page.locator("h1:focus", { hasText: first?.username ?? "" }).waitFor()
      await page.goBack()
      await page.locator("h1", { hasText: name }).waitFor()

      const photo = say(m.gallery_open_picture, { number: "1" })
      await keys.tabTo(photo, "button")
      await keys.enter()
      await tab.dialog.getByRole("img").first().waitFor()
      const turned = tab.dialog.getByRole("status").filter({ hasText: /2/u })
      await page.keyboard.press("ArrowRight")
      await turned.waitFor()
      await page.keyboard.press("Escape")
      await tab.dialog.waitFor({ state: "detached" })
      await focusIsOn(tab, `[aria-label="${photo}"]`)

      await page.goBack()
      await list.has(30)
      await keys.isSomewhere()
      expect(keys.faults).toEqual([])
      tab.isQuiet()
    },
  )

  it("filters, drops a chip and clears all, and never loses its place", async () => {
    const visitor = await site.arrive({ locale: "en" })
    const { say } = visitor.words
    const tab = await visitor.openTab()
    const { page } = tab
    const keys = new Keyboard(page)
    await keys.press(say(m.filter_section_languages))
    await tab.dialog.locator("input:focus").waitFor()
    await page.keyboard.press("Space")
    await page.waitForURL(({ search }) => search === "?filter=languages_nl")
    await keys.tabTo(say(m.filter_language_fr), "checkbox")
    await page.keyboard.press("Space")
    await page.waitForURL(({ search }) => search === "?filter=languages_nl_fr")
    await page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })
    await focusIsOn(tab, ".filter-opener")

    const chip = say(m.filters_remove, { name: say(m.filter_language_nl) })
    await keys.press(chip)
    await page.waitForURL(({ search }) => search === "?filter=languages_fr")
    await focusIsOn(tab, ".filter-chip")
    await keys.press(say(m.filters_reset))
    await page.waitForURL(({ search }) => search === "")
    await focusIsOn(tab, ".filter-opener")
    expect(keys.faults).toEqual([])
    tab.isQuiet()
  })
})
