/**
 * The settings from mail to mail: a change takes effect, is reported by mail, and holds at the next log-in;
 * sessions end when requested, and a deleted account is gone.
 */
import { randomUUID } from "node:crypto"
import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { actionLink, Mails } from "../support/mailbox.ts"
import { testSite } from "./site.ts"
import type { PlainText } from "./site-words.ts"
import { type Account, newAccount, type Tab } from "./visitor.ts"

const NEW_PASSWORD = "vernieuwd7"

describe("the settings of a member", () => {
  const site = testSite()

  const memberAt = async (locale: Locale, width = 1_280) => {
    const account = newAccount()
    const visitor = await site.arrive({ locale, width, height: 844 })
    const tab = await visitor.openMemberTab(account)
    return { account, visitor, tab }
  }

  /** The same member in another browser. */
  const elsewhere = async (account: Account, locale: Locale) => {
    const visitor = await site.arrive({ locale })
    await visitor.logIn(account)
    return visitor.openTab()
  }

  const card = (tab: Tab, heading: PlainText): Locator =>
    tab.page.getByRole("region", { name: tab.words.say(heading) })

  const toSettings = async (tab: Tab): Promise<void> => {
    await tab.visit(tab.visitor.address("/settings"))
    await card(tab, m.settings_sessions_heading)
      .getByText(tab.words.say(m.settings_session_current))
      .waitFor()
  }

  it("change an e-mail address once it is verified, tell both addresses, and let the new one in [AUTH-58, ROUTE-06]", async () => {
    const { account, visitor, tab } = await memberAt("nl", 390)
    const { say } = visitor.words
    await toSettings(tab)
    const form = card(tab, m.settings_email_heading)
    const email = `new-${randomUUID().slice(0, 8)}@example.test`
    await tab.press(m.settings_email_change)
    await form.getByLabel(say(m.settings_email_new)).fill(email)
    await form.getByLabel(say(m.settings_email_repeat)).fill(email)
    await form.getByLabel(say(m.settings_email_password)).fill(account.password)
    await tab.press(m.settings_email_submit)
    await form.getByText(say(m.settings_email_done, { email })).waitFor()
    const former = new Mails(site.world(), account.email)
    const asked = await former.about(say(m.mail_email_change_asked_subject))
    expect(asked.links).toEqual([])
    expect(asked.text).not.toContain(email)
    await tab.page.reload()
    await form.getByText(say(m.settings_email_pending_heading, { email })).waitFor()
    await form.locator("dd", { hasText: account.email }).waitFor()

    // The link is opened in a browser without a session, and it creates none.
    const mails = new Mails(site.world(), email)
    const verification = await mails.about(say(m.mail_verification_subject))
    const reader = await (await site.arrive({ locale: "nl" })).openTab()
    await reader.visit(actionLink(verification).href)
    await reader.press(m.verification_move_submit)
    await reader.heading(m.verification_done_heading).waitFor()
    await reader.shows(say(m.verification_email_changed))
    await reader.loggedOut()
    await form.locator("dd", { hasText: email }).waitFor()
    for (const told of [former, mails]) await told.about(say(m.mail_email_changed_subject))

    const other = await (await site.arrive({ locale: "nl" })).openTab()
    await other.logInAndGoOn({ ...account, email })
    tab.isQuiet()
  })

  it("change a password: the other browser is logged out, this one is not [AUTH-51, AUTH-52, AUTH-53, ERR-11]", async () => {
    const { account, visitor, tab } = await memberAt("en", 390)
    const { say } = visitor.words
    const other = await elsewhere(account, "en")
    await toSettings(tab)
    const form = card(tab, m.settings_password_heading)
    await tab.press(m.settings_password_change)
    const fill = async (password: string) => {
      await form.getByLabel(say(m.settings_password_old)).fill(password)
      await form.getByLabel(say(m.settings_password_new), { exact: true }).fill(NEW_PASSWORD)
      await form.getByLabel(say(m.settings_password_repeat)).fill(NEW_PASSWORD)
      await tab.press(m.settings_password_submit)
    }
    await fill("verkeerd1")
    await form.getByText(say(m.settings_password_error_incorrect)).waitFor()
    await fill(account.password)
    await form.getByText(say(m.settings_password_done)).waitFor()
    await other.loggedOut()
    await new Mails(site.world(), account.email).about(say(m.mail_password_changed_subject))

    await tab.page.reload()
    await tab.hydrated()
    await tab.credits(0).waitFor()
    await other.openForm("logIn")
    await other.fillForm(account, other.words.submitLogIn)
    await other.shows(other.words.logInRefused)
    await other.fillForm({ ...account, password: NEW_PASSWORD }, other.words.submitLogIn)
    await other.credits(0).waitFor()
    tab.isQuiet()
  })

  it("ask for a username after a log-in, and offer three free ones for one that is taken [AUTH-59, AUTH-64, AUTH-65, AUTH-66, ERR-09]", async () => {
    const taken = `noor${randomUUID().slice(0, 6)}`
    const choose = async (tab: Tab, name: string) => {
      await tab.dialog.getByLabel(tab.words.say(m.settings_username_new)).fill(name)
      await tab.press(m.settings_username_submit)
    }
    const first = await memberAt("nl")
    await first.tab.logOut(first.account)
    await first.tab.logIn(first.account)
    const typed = first.tab.dialog.getByLabel(first.visitor.words.say(m.settings_username_new))
    await typed.fill("half")
    await first.tab.page.reload()
    await expect.poll(() => typed.inputValue(), { timeout: 15_000 }).toBe("half")
    await choose(first.tab, taken)
    await first.tab.dialog.waitFor({ state: "detached" })
    await first.tab.button(first.visitor.words.menuOf(taken)).waitFor()

    const { account, visitor, tab } = await memberAt("nl", 390)
    const { say } = visitor.words
    await tab.logOut(account)
    await tab.logIn(account)
    await choose(tab, taken)
    await tab.shows(say(m.change_username_username_exists))
    const free = tab.dialog
      .getByRole("group", { name: say(m.settings_username_suggestions) })
      .getByRole("button")
    await free.first().waitFor()
    expect(await free.count()).toBe(3)
    const name = (await free.last().textContent()) ?? ""
    await free.last().click()
    await tab.press(m.settings_username_submit)
    await tab.dialog.waitFor({ state: "detached" })
    await tab.button(visitor.words.menuOf(name)).waitFor()

    await toSettings(tab)
    await card(tab, m.settings_username_heading).locator("dd", { hasText: name }).waitFor()
    tab.isQuiet()
  })

  it("list the open sessions and end one of them at once", async () => {
    const { account, visitor, tab } = await memberAt("en")
    const other = await elsewhere(account, "en")
    await toSettings(tab)
    const list = card(tab, m.settings_sessions_heading)
    await list.getByRole("button", { name: /^End session: /u }).click()
    await tab.press(m.settings_session_confirm)
    await list.getByText(visitor.words.say(m.settings_sessions_empty)).waitFor()
    await other.loggedOut()
    await tab.credits(0).waitFor()
    tab.isQuiet()
  })

  it("delete an account by its password: everybody is logged out, and nobody logs in again [API-008]", async () => {
    const { account, visitor, tab } = await memberAt("nl")
    const { say } = visitor.words
    const beside = await visitor.openTab()
    await beside.credits(0).waitFor()
    const other = await elsewhere(account, "nl")
    await toSettings(tab)
    await tab.press(m.settings_delete_open)
    const confirmation = tab.dialog.getByLabel(say(m.settings_delete_confirm))
    await confirmation.fill("verkeerd1")
    await tab.button(say(m.settings_delete_submit), tab.dialog).click()
    await tab.shows(say(m.settings_password_error_incorrect))
    await confirmation.fill(account.password)
    const everywhere = [tab, beside, other]
    // Checked in all tabs at the same time: the message is shown for a few seconds.
    const said = Promise.all(everywhere.map((each) => each.shows(say(m.session_deleted))))
    await tab.button(say(m.settings_delete_submit), tab.dialog).click()
    await said
    await tab.page.waitForURL(/\/nl$/u)
    for (const each of everywhere) await each.loggedOut()
    await new Mails(site.world(), account.email).about(say(m.mail_account_deleted_subject))

    await other.openForm("logIn")
    await other.fillForm(account, visitor.words.submitLogIn)
    await other.shows(say(m.log_in_error_generic))
    tab.isQuiet()
  })
})
