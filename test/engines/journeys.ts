/**
 * The main journeys through the site, in every browser engine; other journeys run in Chromium (test/e2e), and in
 * Firefox too by `npm run proof browsers`. An engine that is not installed is a skip with its reason; with CI set
 * it is a failure. ADR 0053.
 */
import type { Browser } from "playwright-core"
import { afterAll, describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { foundOption } from "../e2e/found-option.ts"
import { PerformerListPage } from "../e2e/performer-list.ts"
import { moves, PICTURE_WORLD } from "../e2e/picture-scenes.ts"
import { freePerformers, isWatching, log, tipButton } from "../e2e/room-scenes.ts"
import { testSite, type TestSite } from "../e2e/site.ts"
import { BUNDLE, newAccount, type Tab, type Visitor } from "../e2e/visitor.ts"
import { performerLike, performersLike } from "../support/demo-world.ts"
import { actionLink, Mails } from "../support/mailbox.ts"
import { memberWithCredits } from "../support/provider-state.ts"

export interface Engine {
  readonly name: string
  /** The name of a missing program; null if the engine is installed. */
  readonly missing: string | null
  readonly open: () => Promise<Browser>
}

export type Suites = (site: TestSite) => void

export const describeIn = ({ name, missing, open }: Engine, ...suites: ReadonlyArray<Suites>) => {
  if (missing !== null) {
    it(`in ${name}`, ({ skip }) => {
      if (process.env["CI"] !== undefined) throw new Error(`CI runs in ${name} too: ${missing}`)
      skip(missing)
    })
    return
  }
  describe(`the site in ${name}`, () => {
    let browser: Promise<Browser> | undefined
    const site = testSite(PICTURE_WORLD, () => (browser ??= open()))
    afterAll(async () => (await browser)?.close())
    for (const suite of suites) suite(site)
  })
}

/** Logs in by the form, which is a part of these journeys. */
export const memberInRoom = async (
  site: TestSite,
  visitor: Visitor,
  credits: number,
  username: string,
): Promise<Tab> => {
  const tab = await visitor.openTab(visitor.address("/cookies"))
  await tab.logIn(await memberWithCredits(site.world(), credits))
  await tab.credits(credits).waitFor()
  await tab.visit(visitor.address(`/profile/${username}`))
  return tab
}

/** For any engine, with or without pictures. Forms open on a page without performers, which costs half as much. */
export const mainJourneys: Suites = (site) => {
  const performer = freePerformers(site)

  it("a guest registers", async () => {
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await visitor.openTab(visitor.address("/cookies"))
    await tab.register(newAccount())
    await tab.credits(0).waitFor()
    tab.isQuiet()
  })

  it("a mailed link confirms the address in the browser that asked for it", async () => {
    const account = newAccount()
    const visitor = await site.arrive({ locale: "en" })
    const tab = await visitor.openTab(visitor.address("/cookies"))
    await tab.register(account)
    const mail = await new Mails(site.world(), account.email).next()
    await tab.visit(actionLink(mail).href)
    await tab.heading(m.verification_done_heading).waitFor()
    await tab.credits(120).waitFor()
    tab.isQuiet()
  })

  it("a log-in and a log-out reach the other tab", async () => {
    const account = await memberWithCredits(site.world(), 70)
    const visitor = await site.arrive({ locale: "nl" })
    const first = await visitor.openTab(visitor.address("/cookies"))
    const second = await visitor.openTab(visitor.address("/cookies"))
    await first.logInAndGoOn(account)
    for (const tab of [first, second]) await tab.credits(70).waitFor()
    await second.logOut(account)
    for (const tab of [first, second]) await tab.loggedOut()
    for (const tab of [first, second]) tab.isQuiet()
  })

  it("credits are bought at the bank in another tab, and shown in a third", async () => {
    const account = await memberWithCredits(site.world(), 0)
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await visitor.openTab(visitor.address("/cookies"))
    const beside = await visitor.openTab(visitor.address("/cookies"))
    await tab.logInAndGoOn(account)
    await tab.buy(0)
    for (const each of [tab, beside]) await each.credits(BUNDLE.credits).waitFor()
    tab.isQuiet()
  })

  it("a tip is given and the performer thanks for it", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "en" })
    const tab = await memberInRoom(site, visitor, 500, username)
    await isWatching(tab, username)
    await tipButton(tab, "kiss", 150).click()
    await tab.shows(tab.words.say(m.tip_given, { credits: tab.words.credits(150) }))
    await log(tab)
      .getByText(/sent a kiss/u)
      .waitFor()
    await tab.credits(350).waitFor()
    tab.isQuiet()
  })

  it("a performer is found by a filter and by her name", async () => {
    const visitor = await site.arrive({ locale: "nl" })
    const { say } = visitor.words
    const tab = await visitor.openTab()
    const list = new PerformerListPage(tab)
    await list.has(30)
    await tab.button(say(m.filter_section_languages)).click()
    await tab.dialog
      .locator("label")
      .filter({ hasText: say(m.filter_language_nl) })
      .click()
    await tab.page.keyboard.press("Escape")
    await tab.page.waitForURL(({ search }) => search === "?filter=languages_nl")
    const wanted = await performersLike(site.world(), { filter: "languages_nl" })
    const ids = wanted.map(({ performerId }) => performerId)
    await expect.poll(() => list.ids(), { timeout: 15_000 }).toEqual(ids)
    const { username } = await performerLike(site.world(), { filter: "onlineStatus_offline" }, -1)
    await tab.page.getByRole("combobox", { name: say(m.search_label) }).fill(username)
    await foundOption(tab.page, username).click()
    await tab.page.getByRole("heading", { level: 1, name: username, exact: true }).waitFor()
    tab.isQuiet()
  })

  it("a favourite is kept, and is on the favourites page", async () => {
    const { username, performerId } = await performerLike(site.world(), { lang: "en" })
    const visitor = await site.arrive({ locale: "en" })
    const tab = await visitor.openTab()
    await tab.logInAndGoOn(await memberWithCredits(site.world(), 70))
    await tab.credits(70).waitFor()
    const list = new PerformerListPage(tab)
    await list.keeps(username, false)
    await list.heart(username).click()
    await tab.shows(tab.words.say(m.favourite_kept))
    await list.keeps(username, true)
    await tab.visit(visitor.address("/favourites"))
    expect(await list.ids()).toEqual([performerId])
    tab.isQuiet()
  })

  it("Back restores the scroll position in the list", async () => {
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await visitor.openTab()
    const list = new PerformerListPage(tab)
    await list.has(30)
    await tab.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    await list.has(60)
    const ids = await list.ids()
    const chosen = ids[40] ?? ""
    const place = await chooseAt(tab, list, chosen)
    expect(place).toBeGreaterThan(300)
    await tab.page.getByRole("navigation", { name: tab.words.say(m.profile_navigation) }).waitFor()
    await tab.page.goBack()
    await tab.page.waitForURL(tab.home)
    await expect.poll(async () => (await list.ids()).slice(0, ids.length)).toEqual(ids)
    const now = () => tab.page.evaluate<number>("Math.round(scrollY)")
    await expect.poll(now, { timeout: 15_000 }).toBe(place)
    tab.isQuiet()
  })
}

/** Scroll position at the click: bringing the link into view may scroll the page. */
const chooseAt = async (
  tab: Tab,
  list: PerformerListPage,
  performerId: string,
): Promise<number> => {
  await tab.page.evaluate(
    "addEventListener('click', () => { globalThis.chosenAt = Math.round(scrollY) }, true)",
  )
  await list.link(performerId).click()
  return tab.page.evaluate<number>("globalThis.chosenAt")
}

/** A room's offers, private and VIP: each has a button with its price per minute. */
const offersIn = async (tab: Tab) => {
  const { say } = tab.words
  return {
    private: await tab.button(say(m.stream_join_private)).count(),
    vip: await tab.button(say(m.vip_request)).count(),
    prices: await tab.page
      .locator(".actions")
      .getByText(/ per minuut ≈\s/u)
      .count(),
  }
}

/** For engines that can show a moving picture. */
export const pictureJourneys: Suites = (site) => {
  const performer = freePerformers(site)

  it("a guest sees frames of a free room", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await visitor.openTab(visitor.address(`/profile/${username}`))
    await isWatching(tab, username)
    await moves(tab)
    tab.isQuiet()
  })

  it("private is metered while its picture moves, and ends with a receipt", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await memberInRoom(site, visitor, 300, username)
    await isWatching(tab, username)
    const all = { private: 1, vip: 1, prices: 2 }
    await expect.poll(() => offersIn(tab), { timeout: 15_000 }).toEqual(all)
    await tab.press(m.stream_join_private)
    await tab.shows(tab.words.say(m.stream_in_private, { name: username }))
    await tab.page.getByLabel(tab.words.say(m.meter_label)).waitFor()
    await tab.credits(290).waitFor()
    await moves(tab)
    await tab.press(m.stream_leave_private)
    const receipt = tab.page.getByRole("status").filter({ hasText: tab.words.say(m.receipt_title) })
    await receipt.waitFor()
    const [, cost] = await receipt.locator("dd").allTextContents()
    await tab.credits(300 - Number(/^\d+/u.exec(cost ?? "")?.[0] ?? 0)).waitFor()
    tab.isQuiet()
  })
}

/** For engines that cannot show one. */
export const stillJourneys: Suites = (site) => {
  const performer = freePerformers(site)

  it("a visitor who cannot be shown a picture is told before the price and cannot join [SHOWN-01]", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await memberInRoom(site, visitor, 300, username)
    await isWatching(tab, username)
    await tab.page
      .locator(".actions")
      .getByRole("status")
      .filter({ hasText: tab.words.say(m.not_shown_browser) })
      .waitFor()
    expect(await offersIn(tab)).toEqual({ private: 0, vip: 0, prices: 0 })
    // Free watching and tips still work.
    await tab.page.locator(".player canvas[data-shown=true]").waitFor()
    await tipButton(tab, "kiss", 150).click()
    await tab.credits(150).waitFor()
    tab.isQuiet()
  })
}
