/**
 * A member's favourites: updated in every tab and browser at once, restored after a refusal, and not offered to
 * guests.
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD, performerLike } from "../support/demo-world.ts"
import { PerformerListPage } from "./performer-list.ts"
import { testSite } from "./site.ts"
import { newAccount, type Tab, type Visitor } from "./visitor.ts"

interface Rest {
  readonly isDisabled: string
  /** Milliseconds. */
  readonly at: number
}
/** Records when the favourite button was disabled and when it was enabled again. */
const recordRests = (label: string | null) => `{
  const heart = document.querySelector('[aria-label=${JSON.stringify(label)}]')
  window.rests = []
  const record = () => {
    window.rests.push({ isDisabled: heart.getAttribute("aria-disabled"), at: performance.now() })
  }
  new MutationObserver(record).observe(heart, { attributeFilter: ["aria-disabled"] })
}`

describe("favourites", () => {
  const site = testSite(HELD_WORLD)

  const memberTab = async (visitor: Visitor): Promise<Tab> => {
    const tab = await visitor.openMemberTab()
    return tab
  }

  it("show in both tabs and in another browser of the member, and so does taking one back [PROFILE-14]", async () => {
    const account = newAccount()
    const visitor = await site.arrive({ locale: "nl" })
    const first = await visitor.openMemberTab(account)
    const second = await visitor.openTab()
    await second.credits(0).waitFor()
    const elsewhere = await site.arrive({ locale: "en", width: 390, height: 844 })
    await elsewhere.logIn(account)
    const third = await elsewhere.openTab()
    await third.credits(0).waitFor()
    // On the first page in both languages.
    const { username, performerId } = await performerLike(site.world(), {
      filter: "onlineStatus_free",
    })
    const everywhere = [first, second, third].map((tab) => new PerformerListPage(tab))
    for (const list of everywhere) await list.keeps(username, false)

    await everywhere[0]?.heart(username).click()
    await first.shows(first.words.say(m.favourite_kept))
    for (const list of everywhere) await list.keeps(username, true)
    await second.visit(visitor.address("/favourites"))
    expect(await everywhere[1]?.ids()).toEqual([performerId])

    await everywhere[2]?.heart(username).click()
    for (const list of everywhere) await list.keeps(username, false)
    // A removed favourite stays visible until the page is opened again.
    expect(await everywhere[1]?.ids()).toEqual([performerId])
    await second.visit(visitor.address("/favourites"))
    await second.shows(second.words.say(m.favourites_empty_heading))
    for (const tab of [first, second, third]) tab.isQuiet()
  })

  it("that a broken backend refuses go back, and can be asked for again after three seconds [PROFILE-12]", async () => {
    const visitor = await site.arrive({ locale: "en", width: 390, height: 844 })
    const tab = await memberTab(visitor)
    const list = new PerformerListPage(tab)
    const { username } = await performerLike(site.world(), { lang: "en" })
    const heart = list.heart(username)
    await list.keeps(username, false)
    await tab.page.evaluate(recordRests(await heart.getAttribute("aria-label")))
    await site.without("backend", async () => {
      await heart.click()
      await tab.page.locator(".favourite-notice").filter({ hasText: /\S/u }).waitFor()
      await list.keeps(username, false)
      const rests = () => tab.page.evaluate<ReadonlyArray<Rest>>("window.rests")
      await expect.poll(rests, { timeout: 15_000 }).toHaveLength(2)
      const [began, ended] = await rests()
      expect([began?.isDisabled, ended?.isDisabled]).toEqual(["true", "false"])
      expect((ended?.at ?? 0) - (began?.at ?? 0)).toBeGreaterThanOrEqual(2_990)
    })
    tab.watched.forget()
    await heart.click()
    await tab.shows(tab.words.say(m.favourite_kept))
    await list.keeps(username, true)
    await tab.page.reload()
    await tab.hydrated()
    await list.keeps(username, true)
  })

  it("are a member's: the heart asks a guest to sign up, and works after it [PROFILE-11]", async () => {
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const tab = await visitor.openTab()
    const list = new PerformerListPage(tab)
    const { username } = await performerLike(site.world(), {})
    expect(await list.heart(username).getAttribute("aria-pressed")).toBeNull()
    await list.heart(username).click()
    await tab.heading(m.register_title).waitFor()
    await tab.page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })
    await tab.visit(visitor.address("/favourites"))
    await tab.page.waitForURL(({ pathname }) => /^\/(?:nl)?$/u.test(pathname))
    await tab.heading(m.log_in_title).waitFor()
    await tab.page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })

    const account = newAccount()
    await tab.register(account)
    await list.keeps(username, false)
    await list.heart(username).click()
    await list.keeps(username, true)
    await tab.logOut(account)
    await tab.loggedOut()
    await expect.poll(() => list.heart(username).getAttribute("aria-pressed")).toBeNull()
    expect(await tab.storage()).not.toContain((await performerLike(site.world(), {})).performerId)
    tab.isQuiet()
  })
})
