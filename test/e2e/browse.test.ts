/** Finding a performer: by filters, by name, by category, and returning to the same place. */
import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD, performerLike, performersLike } from "../support/demo-world.ts"
import { sampleOf } from "../support/proof-samples.ts"
import { foundOption } from "./found-option.ts"
import { PerformerListPage } from "./performer-list.ts"
import { testSite } from "./site.ts"
import { newAccount, type Tab } from "./visitor.ts"

describe("finding a performer", () => {
  const site = testSite(HELD_WORLD)

  const chips = (tab: Tab) =>
    tab.page
      .getByRole("list", { name: tab.words.say(m.filters_chosen) })
      .getByRole("button")
      .allInnerTexts()
  const searchOf = (tab: Tab) => new URL(tab.page.url()).search
  const scrollY = (tab: Tab) => tab.page.evaluate<number>("Math.round(scrollY)")
  /** Scroll position at the click: bringing the link into view may scroll the page. */
  const choose = async (tab: Tab, link: Locator): Promise<number> => {
    await tab.page.evaluate(
      "addEventListener('click', () => { window.chosenAt = Math.round(scrollY) }, true)",
    )
    await link.click()
    await tab.page.getByRole("navigation", { name: tab.words.say(m.profile_navigation) }).waitFor()
    return tab.page.evaluate<number>("window.chosenAt")
  }

  const countText = (tab: Tab, count: number) =>
    tab.words.say(m.filters_count, { count, formatted: String(count) })

  it("filters by sections on a wide screen, in an address that shows anybody the same [GRID-02, GRID-26, ROUTE-24]", async () => {
    const visitor = await site.arrive({ locale: "nl" })
    const { say } = visitor.words
    const tab = await visitor.openTab()
    const list = new PerformerListPage(tab)
    await list.has(30)
    await tab.page.getByRole("search").getByRole("combobox").waitFor()
    const filterBy = async (section: string, options: ReadonlyArray<string>) => {
      await tab.button(section).click()
      for (const option of options) {
        await tab.page.getByRole("dialog").locator("label", { hasText: option }).click()
      }
      await tab.page.keyboard.press("Escape")
      await tab.dialog.waitFor({ state: "detached" })
    }
    const young = say(m.filter_age_years, { from: "18", to: "24" })
    const experienced = say(m.filter_age_years, { from: "30", to: "50" })
    await filterBy(say(m.filter_section_age), [young, experienced])
    await filterBy(say(m.filter_section_languages), [say(m.filter_language_nl)])
    await expect.poll(() => searchOf(tab)).toBe("?filter=age_18-24_30-50.languages_nl")
    const chosen = [young, experienced, say(m.filter_language_nl)]
    await expect.poll(() => chips(tab)).toEqual(chosen)

    const wanted = await performersLike(site.world(), {
      filter: "age_18-24_30-50.languages_nl",
      limit: "990",
    })
    await tab.page.getByText(countText(tab, wanted.length)).first().waitFor()
    const ids = wanted.map(({ performerId }) => performerId)
    await expect.poll(() => list.ids(), { timeout: 15_000 }).toEqual(ids.slice(0, 30))
    expect(wanted.every(({ age }) => age <= 24 || (age >= 30 && age <= 50))).toBe(true)

    const other = await (
      await site.arrive({ locale: "nl", width: 390, height: 844 })
    ).openTab(tab.page.url())
    expect(await new PerformerListPage(other).ids()).toEqual(ids.slice(0, 30))
    await expect.poll(() => chips(other)).toEqual(chosen)

    await tab.button(say(m.filters_remove, { name: young })).click()
    await tab.page.waitForURL(({ search }) => search === "?filter=age_30-50.languages_nl")
    await expect.poll(() => chips(tab)).toEqual([experienced, say(m.filter_language_nl)])
    await tab.page.getByRole("banner").getByRole("link").first().click()
    await tab.page.waitForURL(({ search }) => search === "")
    await list.has(30)
    await expect.poll(() => chips(tab)).toEqual([])
    tab.isQuiet()
    other.isQuiet()
  })

  it("filters in a drawer on a phone, which says how many are left, and clears all [GRID-03, GRID-04, GRID-27]", async () => {
    const visitor = await site.arrive({ locale: "en", width: 390, height: 844 })
    const { say } = visitor.words
    const tab = await visitor.openTab(visitor.address("/toy-shows"))
    const list = new PerformerListPage(tab)
    const before = await list.ids()
    await tab.button(say(m.nav_filters)).click()
    const pills = tab.dialog.getByRole("navigation").getByRole("link")
    await pills.first().waitFor()
    const names = [say(m.nav_all_models), "Free chat", "Toy shows", "New", "18–24"]
    expect(await pills.allInnerTexts()).toEqual(names)
    await tab.dialog.locator("label", { hasText: say(m.filter_hair_blonde) }).click()
    const wanted = await performersLike(site.world(), {
      lang: "en",
      category: "toy-shows",
      filter: "hairColor_blonde",
      limit: "990",
    })
    const shown = { count: wanted.length, formatted: String(wanted.length) }
    await tab.button(say(m.filters_show, shown)).click()
    await tab.dialog.waitFor({ state: "detached" })
    const ids = wanted.map(({ performerId }) => performerId)
    await expect.poll(() => list.ids(), { timeout: 15_000 }).toEqual(ids.slice(0, 30))
    const chip = say(m.filter_of_group, {
      group: say(m.filter_group_hair_color),
      value: say(m.filter_hair_blonde),
    })
    await expect.poll(() => chips(tab)).toEqual([chip])

    const account = newAccount()
    await tab.register(account)
    await tab.button(say(m.filters_button_chosen, { formatted: "1" })).click()
    await pills.first().waitFor()
    await expect.poll(() => pills.allInnerTexts()).toEqual([...names, say(m.member_favourites)])
    await tab.button(say(m.filters_reset), tab.dialog).click()
    await tab.page.waitForURL(({ search }) => search === "")
    await tab.page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })
    await expect.poll(() => list.ids(), { timeout: 15_000 }).toEqual(before)
    await expect.poll(() => chips(tab)).toEqual([])
    tab.isQuiet()
  })

  it("finds a name seen before at once and others by asking, and leads to the profile with the tracking parameters [GRID-42, ROUTE-49, ROUTE-50]", async () => {
    const carried = "?p=a1&pi=b-2"
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const { say } = visitor.words
    const tab = await visitor.openTab(`${visitor.address("/")}${carried}`)
    const seen = await performerLike(site.world(), {})
    const [unseen] = (await performersLike(site.world(), { filter: "onlineStatus_offline" })).slice(
      -1,
    )
    const field = tab.page.getByRole("combobox", { name: say(m.search_label) })
    const options = tab.page.getByRole("listbox").getByRole("option")
    await field.fill(seen.username.slice(0, 2).toLowerCase())
    await options.getByText(seen.username, { exact: true }).waitFor()
    await field.fill("")
    await tab.shows(say(m.search_hint))

    const name = unseen?.username ?? ""
    await field.fill(name.slice(0, 2))
    expect(await options.getByText(name, { exact: true }).count()).toBe(0)
    await field.fill(name.slice(0, -1).toLowerCase())
    const others = tab.page.getByRole("group", { name: say(m.search_others) })
    await others.getByText(name, { exact: true }).waitFor()
    await field.fill(name)
    await foundOption(tab.page, name).waitFor()
    await tab.page.keyboard.press("ArrowDown")
    await foundOption(tab.page, name).and(tab.page.locator("[aria-selected=true]")).waitFor()
    await tab.page.keyboard.press("Enter")
    await tab.page.waitForURL(visitor.address(`/profile/${name}`) + carried)
    await tab.page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
    tab.isQuiet()
  })

  it.each(
    sampleOf([
      { locale: "nl", width: 1_280, english: "Engels" },
      { locale: "en", width: 390, english: "English" },
    ] as const),
  )(
    "leads guests and members through a category to a profile and back to where they were: $locale at $width [GRID-01, GRID-33, GRID-40]",
    async ({ locale, width, english }) => {
      const visitor = await site.arrive({ locale, width, height: 844 })
      const tab = await visitor.openTab()
      const list = new PerformerListPage(tab)
      const { page } = tab
      const goAndComeBack = async () => {
        await list.has(30)
        await list.cards.last().scrollIntoViewIfNeeded()
        await list.has(60)
        const ids = await list.ids()
        const chosen = ids[40] ?? ""
        const address = page.url()
        const place = await choose(tab, list.link(chosen))
        expect(place).toBeGreaterThan(300)
        await page.goBack()
        await page.waitForURL(address)
        // Near its end the list may have grown meanwhile.
        await expect.poll(async () => (await list.ids()).slice(0, ids.length)).toEqual(ids)
        await expect.poll(() => scrollY(tab), { timeout: 15_000 }).toBe(place)
        // The focus returns to the card that was opened.
        await list.card(chosen).locator("a:focus").waitFor()
      }
      await goAndComeBack()
      const everybody = await list.ids()
      await page.evaluate("scrollTo(0, 0)")
      const categories = page.getByRole("navigation", { name: tab.words.say(m.nav_categories) })
      await categories.getByRole("link", { name: english, exact: true }).click()
      await page.waitForURL(visitor.address("/english"))
      await page.locator("h1:focus").waitFor()
      expect(await list.ids()).not.toEqual(everybody)
      await tab.register(newAccount())
      await goAndComeBack()
      tab.isQuiet()
    },
  )

  it("loads more at the end of the list, by itself and when asked, without moving anybody [GRID-30]", async () => {
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const tab = await visitor.openTab()
    const list = new PerformerListPage(tab)
    const first = await list.ids()
    await list.has(30)
    for (const count of [60, 90, 120]) {
      await list.cards.last().scrollIntoViewIfNeeded()
      await list.has(count)
    }
    await list.cards.last().scrollIntoViewIfNeeded()
    const more = tab.button(visitor.words.say(m.grid_load_more))
    await more.waitFor()
    const before = await list.ids()
    await more.click()
    await expect.poll(() => list.cards.count(), { timeout: 15_000 }).toBeGreaterThan(120)
    const after = await list.ids()
    expect(after.slice(0, 120)).toEqual(before)
    expect(after.slice(0, 30)).toEqual(first)
    expect(new Set(after).size).toBe(after.length)
    tab.isQuiet()
  })
})
