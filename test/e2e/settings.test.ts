/**
 * The settings from mail to mail: what a member changes is changed for real, told by mail, and holds at
 * the next log-in; sessions end where they are told to, and an account that is deleted is gone.
 */
import { randomUUID } from "node:crypto"
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { testSite } from "./site.ts"
import { type Account, newAccount, type Tab, type Visitor } from "./visitor.ts"

interface Mail {
  readonly id: string
  readonly subject: string
  readonly text: string
}

describe("the settings", () => {
  const site = testSite()

  /** The first mail to an address that is meant; the mailbox answers as soon as there is another one. */
  const mailTo = async (
    to: string,
    isMeant: (mail: Mail) => boolean,
    after = "0",
  ): Promise<Mail> => {
    const { mailbox } = site.world().urls
    const query = new URLSearchParams({ to, after }).toString()
    const answer = await fetch(new URL(`/mailbox/messages/next?${query}`, mailbox ?? ""))
    if (answer.status !== 200) throw new Error(`no mail came to ${to} after ${after}`)
    const mail = (await answer.json()) as Mail
    return isMeant(mail) ? mail : mailTo(to, isMeant, mail.id)
  }

  const card = (page: Page, heading: string): Locator => page.getByRole("region", { name: heading })

  const settings = async (tab: Tab): Promise<Page> => {
    await tab.page.goto(`${tab.home}/settings`)
    await tab.hydrated()
    const { locale } = tab.visitor
    await card(tab.page, m.settings_sessions_heading({}, { locale }))
      .getByText(m.settings_session_current({}, { locale }))
      .waitFor()
    return tab.page
  }

  const memberAt = async (locale: Locale, width = 1_280) => {
    const account = newAccount()
    const visitor = await site.arrive({ locale, width, height: 844 })
    const tab = await visitor.openTab()
    await tab.register(account)
    // The welcome, which would come back with every page.
    await tab.dialog.waitFor()
    await tab.page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })
    return { account, visitor, tab }
  }

  const returns = async (
    account: Account,
    locale: Locale,
  ): Promise<{ visitor: Visitor; tab: Tab }> => {
    const visitor = await site.arrive({ locale })
    const tab = await visitor.openTab()
    await tab.logIn(account)
    return { visitor, tab }
  }

  it("changes an e-mail address, tells both addresses, and lets the new one in [AUTH-58]", async () => {
    const locale = "nl"
    const { account, tab } = await memberAt(locale)
    const page = await settings(tab)
    const form = card(page, m.settings_email_heading({}, { locale }))
    const email = `new-${randomUUID().slice(0, 8)}@example.test`
    await form.getByLabel(m.settings_email_new({}, { locale })).fill(email)
    await form.getByLabel(m.settings_email_repeat({}, { locale })).fill(email)
    await form.getByRole("button", { name: m.settings_email_submit({}, { locale }) }).click()
    await form.getByText(m.settings_email_done({ email }, { locale })).waitFor()
    await form.locator("dd", { hasText: email }).waitFor()
    await mailTo(email, ({ text }) => text.includes("action=validate"))
    const told = await mailTo(
      account.email,
      ({ subject }) => subject === m.mail_email_changed_subject({}, { locale }),
    )
    expect(told.text).not.toContain("action=")

    const back = await returns({ ...account, email }, locale)
    await back.tab.credits(0).waitFor()
  })

  it("changes a password, ends the other sessions, and says so by mail [AUTH-51, AUTH-52, AUTH-53, ERR-11]", async () => {
    const locale = "en"
    const { account, tab } = await memberAt(locale, 390)
    const other = await returns(account, locale)
    await other.tab.credits(0).waitFor()
    const page = await settings(tab)
    const form = card(page, m.settings_password_heading({}, { locale }))
    const fill = async (password: string) => {
      await form.getByLabel(m.settings_password_old({}, { locale })).fill(password)
      const label = m.settings_password_new({}, { locale })
      await form.getByLabel(label, { exact: true }).fill("vernieuwd7")
      await form.getByLabel(m.settings_password_repeat({}, { locale })).fill("vernieuwd7")
      await form.getByRole("button", { name: m.settings_password_submit({}, { locale }) }).click()
    }
    await fill("verkeerd1")
    await form.getByText(m.settings_password_error_incorrect({}, { locale })).waitFor()
    await fill(account.password)
    await form.getByText(m.settings_password_done({}, { locale })).waitFor()
    const subject = m.mail_password_changed_subject({}, { locale })
    await mailTo(account.email, (mail) => mail.subject === subject)
    await other.tab.page
      .locator("header")
      .getByRole("button", { name: other.visitor.words.logIn })
      .waitFor()
    const back = await returns({ ...account, password: "vernieuwd7" }, locale)
    await back.tab.credits(0).waitFor()
  })

  it("changes a username, with free ones where the typed one is taken [AUTH-64, AUTH-65, AUTH-66, ERR-09]", async () => {
    const locale = "nl"
    const taken = `noor${randomUUID().slice(0, 6)}`
    const choose = async (tab: Tab, name: string) => {
      const form = card(await settings(tab), m.settings_username_heading({}, { locale }))
      await form.getByLabel(m.settings_username_new({}, { locale })).fill(name)
      await form.getByRole("button", { name: m.settings_username_submit({}, { locale }) }).click()
      return form
    }
    const first = await memberAt(locale)
    await (
      await choose(first.tab, taken)
    )
      .getByText(m.settings_username_done({}, { locale }))
      .waitFor()

    const second = await memberAt(locale)
    const form = await choose(second.tab, taken)
    await form.getByText(m.change_username_username_exists({}, { locale })).waitFor()
    const free = form
      .getByRole("group", { name: m.settings_username_suggestions({}, { locale }) })
      .getByRole("button")
    await free.first().waitFor()
    const name = (await free.first().textContent()) ?? ""
    await free.first().click()
    await form.getByRole("button", { name: m.settings_username_submit({}, { locale }) }).click()
    await form.getByText(m.settings_username_done({}, { locale })).waitFor()
    await form.locator("dd", { hasText: name }).waitFor()
  })

  it("lists the open sessions and ends one of them at once", async () => {
    const locale = "en"
    const { account, tab } = await memberAt(locale)
    const other = await returns(account, locale)
    await other.tab.credits(0).waitFor()
    const list = card(await settings(tab), m.settings_sessions_heading({}, { locale }))
    await list.getByRole("button", { name: /^End the session/u }).click()
    await list.getByRole("button", { name: m.settings_session_confirm({}, { locale }) }).click()
    await list.getByText(m.settings_sessions_empty({}, { locale })).waitFor()
    await other.tab.page
      .locator("header")
      .getByRole("button", { name: other.visitor.words.logIn })
      .waitFor()
    await tab.credits(0).waitFor()
  })

  it("deletes an account by name: everybody is out, and nobody gets in again", async () => {
    const locale = "nl"
    const { account, visitor, tab } = await memberAt(locale)
    const other = await returns(account, locale)
    await other.tab.credits(0).waitFor()
    const page = await settings(tab)
    await page.getByRole("button", { name: m.settings_delete_open({}, { locale }) }).click()
    const dialog = page.getByRole("dialog", { name: m.settings_delete_title({}, { locale }) })
    const confirmation = dialog.getByLabel(m.settings_delete_confirm({}, { locale }))
    const submit = dialog.getByRole("button", { name: m.settings_delete_submit({}, { locale }) })
    await confirmation.fill("somebody")
    await submit.click()
    await dialog.getByText(m.settings_delete_error_another_name({}, { locale })).waitFor()
    await confirmation.fill(account.email)
    await submit.click()
    await page.waitForURL((url) => /^\/(?:nl)?$/u.test(url.pathname))
    await tab.shows(m.session_deleted({}, { locale }))
    await other.tab.page
      .locator("header")
      .getByRole("button", { name: visitor.words.logIn })
      .waitFor()
    const subject = m.mail_account_deleted_subject({}, { locale })
    await mailTo(account.email, (mail) => mail.subject === subject)
    const back = await returns(account, locale)
    await back.tab.dialog.getByText(m.log_in_error_deleted({}, { locale })).waitFor()
  })
})
