/**
 * Opening a link is not a person's action (ADR 0048): a mail scanner that runs script changes nothing, a click
 * does, and in the member's own browser a link acts by itself.
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { actionLink, Mails, tokenOf } from "../support/mailbox.ts"
import { memberLink, WITH_STATES } from "../support/provider-state.ts"
import { sampleOf } from "../support/proof-samples.ts"
import { testSite } from "./site.ts"
import { watchTraffic } from "./traffic.ts"
import { newAccount, type Tab, type Visitor } from "./visitor.ts"

describe("a mailed link", () => {
  const site = testSite(WITH_STATES)

  /** A scanner: a new browser with script that waits until the page is still and presses no button. */
  const scan = async (link: string, token: string) => {
    const scanner = await site.arrive({ locale: "en" })
    const tab = await scanner.emptyTab()
    const traffic = watchTraffic(tab.page)
    await tab.visit(link)
    await tab.page.waitForLoadState("networkidle")
    await tab.loggedOut()
    const mentions = await traffic.mentions(token)
    expect(mentions.filter((request) => !request.startsWith("GET /"))).toEqual([])
    expect(mentions).toHaveLength(1)
    expect(await tab.button(tab.words.say(m.verification_not_me_password)).count()).toBe(0)
    tab.isQuiet()
    return tab
  }

  const registered = async (locale: "nl" | "en") => {
    const account = newAccount()
    const visitor = await site.arrive({ locale, width: 390, height: 844 })
    const tab = await visitor.openMemberTab(account)
    const mails = new Mails(site.world(), account.email)
    return { account, visitor, tab, mails, link: actionLink(await mails.next()) }
  }

  const confirmed = (tab: Tab) => tab.heading(m.verification_done_heading).waitFor()

  it("reaches a member with an apostrophe in the address, and verifies it [LINK-07]", async () => {
    const account = newAccount()
    const irish = { ...account, email: account.email.replace("visitor-", "o'brien+") }
    const visitor = await site.arrive({ locale: "en" })
    const tab = await visitor.openMemberTab(irish)
    const mail = await new Mails(site.world(), irish.email).next()
    await tab.visit(actionLink(mail).href)
    await confirmed(tab)
    await tab.credits(120).waitFor()
    tab.isQuiet()
  })

  it("verifies nothing by being opened, but by itself in the browser that asked for it [LINK-01, LINK-02]", async () => {
    const { tab, link } = await registered("nl")
    const scanner = await scan(link.href, tokenOf(link))
    await scanner.heading(m.verification_ask_heading).waitFor()
    await tab.page.reload()
    await tab.hydrated()
    await tab.credits(0).waitFor()

    await tab.visit(link.href)
    await confirmed(tab)
    await tab.credits(120).waitFor()

    // After the click the page reports that the link was used, and logs nobody in.
    await scanner.press(m.verification_ask_submit)
    await scanner.heading(m.verification_verified_heading).waitFor()
    await scanner.loggedOut()
    tab.isQuiet()
  })

  it.each(sampleOf(["nl", "en"] as const))(
    "verifies by one press on the phone what was asked for on the laptop, in %s [LINK-01]",
    async (locale) => {
      const { tab, link } = await registered(locale)
      await scan(link.href, tokenOf(link))
      const phone = await site.arrive({ locale, width: 390, height: 844 })
      const other = await phone.openTab(link.href)
      await other.press(m.verification_ask_submit)
      await confirmed(other)
      await other.credits(120).waitFor()
      await tab.credits(120).waitFor()
      other.isQuiet()
    },
  )

  it("still works by itself in a browser where its member has logged out [LINK-02]", async () => {
    const { account, tab, link } = await registered("en")
    await tab.logOut(account)
    await tab.loggedOut()
    await tab.visit(link.href)
    await confirmed(tab)
    await tab.credits(120).waitFor()
    tab.isQuiet()
  })

  it("asks a visitor who is logged in as another member, who stays so [LINK-01]", async () => {
    const { link } = await registered("en")
    const other = await registered("en")
    await other.tab.visit(link.href)
    await other.tab.shows(other.account.email)
    await other.tab.press(m.verification_ask_submit)
    await other.tab.button(other.tab.words.say(m.verification_of_another_log_out)).waitFor()
    await other.tab.button(new RegExp(other.account.email, "u")).waitFor()
    other.tab.isQuiet()
  })

  const logInLink = (visitor: Visitor, token: string) =>
    `${visitor.address("/")}?action=login&token=${token}`

  it("logs nobody in by being opened, but by one press, once [LINK-03]", async () => {
    const { linkToken } = await memberLink(site.world(), { purpose: "login" })
    const visitor = await site.arrive({ locale: "en" })
    const scanner = await scan(logInLink(visitor, linkToken), linkToken)
    await scanner.heading(m.log_in_link_heading).waitFor()

    const tab = await visitor.openTab(logInLink(visitor, linkToken))
    await tab.button(visitor.words.submitLogIn, tab.dialog).click()
    await tab.credits(0).waitFor()

    await scanner.button(scanner.words.submitLogIn, scanner.dialog).click()
    await scanner.shows(scanner.words.say(m.log_in_error_link_used))
    await scanner.loggedOut()
    tab.isQuiet()
  })

  it("logs its member in by itself where they were logged in before, and only when they are not [LINK-02, ROUTE-38]", async () => {
    const { account, visitor, tab } = await registered("nl")
    await tab.logOut(account)
    await tab.loggedOut()
    const { linkToken } = await memberLink(site.world(), { purpose: "login", email: account.email })
    await tab.visit(logInLink(visitor, linkToken))
    await tab.button(new RegExp(account.email, "u")).waitFor()

    const again = await memberLink(site.world(), { purpose: "login", email: account.email })
    const traffic = watchTraffic(tab.page)
    await tab.visit(logInLink(visitor, again.linkToken))
    await tab.page.waitForLoadState("networkidle")
    expect(await traffic.mentions(again.linkToken)).toHaveLength(1)
    tab.isQuiet()
  })

  it("moves no account by being opened, but by a press, or by itself where the change was asked for [LINK-02, LINK-04]", async () => {
    const { account, tab } = await registered("en")
    const { say } = tab.words
    const own = () => tab.page.getByRole("region", { name: say(m.settings_email_heading) })
    const moveTo = async (email: string) => {
      await tab.visit(tab.visitor.address("/settings"))
      const form = own()
      await tab.press(m.settings_email_change)
      await form.getByLabel(say(m.settings_email_new), { exact: true }).fill(email)
      await form.getByLabel(say(m.settings_email_repeat), { exact: true }).fill(email)
      await form.getByLabel(say(m.settings_email_password), { exact: true }).fill(account.password)
      await tab.press(m.settings_email_submit)
      await tab.shows(say(m.settings_email_done, { email }))
      return actionLink(await new Mails(site.world(), email).next())
    }
    const first = newAccount().email
    const link = await moveTo(first)
    const scanner = await scan(link.href, tokenOf(link))
    await scanner.heading(m.verification_move_heading).waitFor()
    await tab.page.reload()
    await tab.shows(say(m.settings_email_pending_heading, { email: first }))
    await own().locator("dd", { hasText: account.email }).waitFor()

    await scanner.press(m.verification_move_submit)
    await scanner.shows(scanner.words.say(m.verification_email_changed))
    await scanner.loggedOut()
    await own().locator("dd", { hasText: first }).waitFor()

    const second = newAccount().email
    await tab.visit((await moveTo(second)).href)
    await tab.shows(say(m.verification_email_changed))
    tab.isQuiet()
  })

  it("for another password is not used up by being opened [LINK-06]", async () => {
    const { linkToken } = await memberLink(site.world(), { purpose: "reset" })
    const visitor = await site.arrive({ locale: "en" })
    const link = `${visitor.address("/")}?action=resetpassword&token=${linkToken}`
    for (const time of [1, 2]) {
      const reader = await (await site.arrive({ locale: "en" })).openTab(link)
      await reader.page.waitForLoadState("networkidle")
      await reader.loggedOut()
      expect(await reader.heading(m.reset_password_used_heading).count(), `${time}`).toBe(0)
    }
    const tab = await visitor.openTab(link)
    await tab.dialog
      .getByLabel(visitor.words.say(m.reset_password_new), { exact: true })
      .fill("nieuw-4-jou")
    await tab.dialog.getByLabel(visitor.words.say(m.reset_password_repeat)).fill("nieuw-4-jou")
    await tab.press(m.reset_password_submit)
    await tab.shows(visitor.words.say(m.reset_password_done))
  })
})
