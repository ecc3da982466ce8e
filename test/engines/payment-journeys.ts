/**
 * The ways of paying beside a bundle, in the browser engines: a call by phone, an exact top-up, and the member's own
 * limits. The caller's phone is the simulated provider's.
 */
import { expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { DEVELOPMENT_PHONE_NUMBERS } from "@foldcast/settings/phone-numbers"
import { topUpCents } from "@foldcast/rules/top-up"
import {
  freePerformers,
  isQuietButForItsPicture,
  isWatching,
  tipButton,
} from "../e2e/room-scenes.ts"
import type { TestSite } from "../e2e/site.ts"
import type { Tab } from "../e2e/visitor.ts"
import { dial, figuresOf, type PhoneCall } from "../phone/simulated-phone.ts"
import { memberWithCredits } from "../support/provider-state.ts"
import { memberInRoom, type Suites } from "./journeys.ts"

const BELGIAN = DEVELOPMENT_PHONE_NUMBERS.find(({ country }) => country === "BE")?.number ?? ""

const badge = (tab: Tab) => tab.page.getByRole("group", { name: tab.words.say(m.call_label) })

/** A call to Belgium by the number of the open window. */
const callBelgium = async (site: TestSite, tab: Tab): Promise<PhoneCall> => {
  await tab.press(m.pay_by_phone)
  await tab.dialog
    .locator("label")
    .filter({ hasText: tab.words.say(m.dial_in_country_be) })
    .click()
  await tab.page.locator(".dial-in__number").filter({ hasText: BELGIAN }).waitFor()
  return dial(new URL(site.world().urls.phone ?? "").origin, BELGIAN)
}

const connect = async (tab: Tab, phone: PhoneCall) => {
  await tab.page.getByLabel(tab.words.say(m.dial_in_pin)).fill(phone.pin)
  await tab.button(tab.words.say(m.call_hang_up), badge(tab)).waitFor()
  await tab.dialog.waitFor({ state: "detached" })
}

/** The site tells the provider's own time and cost. */
const tellsCost = async (tab: Tab, phone: PhoneCall) => {
  const { say } = tab.words
  const { minutes, seconds, price } = figuresOf(await phone.page())
  const duration = say(m.call_duration, { minutes, seconds })
  await tab.shows(say(m.call_ended_notice, { duration, price }))
}

/** For engines that can show a moving picture, without which nobody goes private. */
export const callJourneys: Suites = (site) => {
  const performer = freePerformers(site)

  it("a guest calls, types the PIN, goes private and hangs up, which ends private and is told with its cost", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "en" })
    const tab = await visitor.openTab(visitor.address(`/profile/${username}`))
    await isWatching(tab, username)
    await tab.press(m.stream_join_private)
    const phone = await callBelgium(site, tab)
    await connect(tab, phone)
    await tab.press(m.stream_join_private)
    await tab.shows(tab.words.say(m.stream_in_private, { name: username }))
    await tab.page.getByLabel(tab.words.say(m.meter_label)).waitFor()
    await phone.end("caller")
    await tab.shows(tab.words.say(m.stream_ended_call))
    await tellsCost(tab, phone)
    isQuietButForItsPicture(tab)
  })
}

/** For engines that cannot show one: the number is in the menu of a window as narrow as a phone's. */
export const stillCallJourneys: Suites = (site) => {
  it("a guest calls, types the PIN and hangs up at the site, which ends the line and is told with its cost", async () => {
    const visitor = await site.arrive({ locale: "en", width: 390, height: 844 })
    const tab = await visitor.openTab()
    await tab.button(new RegExp(`^${tab.words.say(m.header_menu)}`, "u")).click()
    const phone = await callBelgium(site, tab)
    await connect(tab, phone)
    await tab.button(tab.words.say(m.call_hang_up), badge(tab)).click()
    await expect.poll(phone.page).toContain(m.phone_ended_instructed({}, { locale: "en" }))
    await tellsCost(tab, phone)
    tab.isQuiet()
  })
}

/** For engines whose driver chooses from a list; WebKit's opens none. */
export const creditJourneys: Suites = (site) => {
  const performer = freePerformers(site)

  it("who is short of credits for a tip buys just what is lacking, and gives it", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "nl" })
    const { say, credits, money, pay, paidFor } = visitor.words
    const tab = await memberInRoom(site, visitor, 260, username)
    await isWatching(tab, username)
    await tipButton(tab, "heart", 500).click()
    await tab.button(say(m.member_buy_credits), tab.dialog).click()
    await tab.shows(say(m.wallet_top_up_exact, { missing: credits(240) }))
    await tab.page
      .locator("label")
      .filter({ hasText: money(topUpCents(240)) })
      .click()
    const opened = tab.page.waitForEvent("popup")
    await tab.button(pay(topUpCents(240))).click()
    const bank = await opened
    await tab.atBank(bank)
    await tab.chooseAtBank(bank, "pay")
    await tab.shows(paidFor(240))
    await tab.button(tab.words.closeReceipt).click()
    await tab.credits(500).waitFor()
    await tipButton(tab, "heart", 500).click()
    await tab.credits(0).waitFor()
    tab.isQuiet()
  })

  it("a limit for a day is set, and refuses in the wallet what goes over it", async () => {
    const visitor = await site.arrive({ locale: "en" })
    const { say, pay } = visitor.words
    const tab = await visitor.openTab(visitor.address("/cookies"))
    await tab.logInAndGoOn(await memberWithCredits(site.world(), 70))
    await tab.visit(visitor.address("/settings"))
    await tab.page.getByLabel(say(m.limits_day)).selectOption("1000")
    await tab.press(m.limits_save)
    await tab.shows(say(m.limits_saved))
    await tab.openWallet(70)
    await tab.shows(
      say(m.wallet_left_day, { left: tab.words.money(1_000), limit: tab.words.money(1_000) }),
    )
    await tab.bundle(25).click()
    await tab.button(pay(2_375)).click()
    await tab.heading(m.pay_limited_title).waitFor()
    await tab.shows(say(m.limit_reached_day))
    await tab.press(m.pay_limited_choose)
    await tab.bundle().waitFor()
    tab.isQuiet()
  })
}
