/**
 * A passkey from the settings to the log-in, with a virtual authenticator: creating it, logging in, using it in
 * place of a password, only at its own brand, and no longer after its removal.
 */
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { authenticatorOf } from "../support/authenticator.ts"
import { Mails } from "../support/mailbox.ts"
import { sampleOf } from "../support/proof-samples.ts"
import { testSite } from "./site.ts"
import { newAccount, type Tab, type Visitor } from "./visitor.ts"

describe("a passkey", () => {
  const site = testSite()

  const card = (tab: Tab) =>
    tab.page.getByRole("region", { name: tab.words.say(m.settings_passkeys_heading) })

  const memberAt = async (locale: Locale, width: number) => {
    const account = newAccount()
    const visitor = await site.arrive({ locale, width, height: 844 })
    await visitor.register(account)
    const tab = await visitor.emptyTab()
    const authenticator = await authenticatorOf(tab.page)
    await tab.visit(visitor.address("/settings"))
    return { account, visitor, tab, authenticator }
  }

  const add = async (tab: Tab, password: string, name?: string) => {
    await card(tab).waitFor()
    await tab.press(m.settings_passkey_add)
    const field = card(tab).getByLabel(tab.words.say(m.settings_passkey_name), { exact: true })
    if (name !== undefined) await field.fill(name)
    await card(tab)
      .getByLabel(tab.words.say(m.settings_email_password), { exact: true })
      .fill(password)
    await tab.press(m.settings_passkey_add_submit)
  }

  const added = (tab: Tab) => card(tab).getByText(tab.words.say(m.settings_passkey_added)).waitFor()

  const logOut = async (tab: Tab, visitor: Visitor) => {
    await visitor.context.clearCookies()
    await tab.visit(visitor.address("/"))
    await tab.loggedOut()
  }

  const passkeyButton = (tab: Tab) => tab.button(tab.words.say(m.log_in_passkey), tab.dialog)

  it.each(
    sampleOf([
      { locale: "nl", width: 390 },
      { locale: "en", width: 1_280 },
    ] as const),
  )(
    "is made in the settings and logs in, without a password, at $width in $locale [PASSKEY-01, PASSKEY-02]",
    async ({ locale, width }) => {
      const { account, visitor, tab, authenticator } = await memberAt(locale, width)
      const { say } = tab.words
      await add(tab, "verkeerd1", "Laptop")
      await card(tab).getByText(say(m.settings_password_error_incorrect)).first().waitFor()
      expect(await authenticator.count()).toBe(0)
      await card(tab)
        .getByLabel(say(m.settings_email_password), { exact: true })
        .fill(account.password)
      await tab.press(m.settings_passkey_add_submit)
      await added(tab)
      expect(await authenticator.count()).toBe(1)
      await card(tab).getByRole("heading", { name: "Laptop" }).waitFor()
      await card(tab).getByText(say(m.settings_passkey_never)).waitFor()
      await new Mails(site.world(), account.email).about(say(m.mail_passkey_added_subject))

      await logOut(tab, visitor)
      tab.watched.forget()
      await tab.openForm("logIn")
      await passkeyButton(tab).click()
      await tab.press(m.username_prompt_later)
      await tab.credits(0).waitFor()
      await tab.visit(visitor.address("/settings"))
      await card(tab).getByRole("heading", { name: "Laptop" }).waitFor()
      expect(await card(tab).getByText(say(m.settings_passkey_never)).count()).toBe(0)
      tab.isQuiet()
    },
  )

  it("replaces the password before the address changes and the account is deleted [PASSKEY-03]", async () => {
    const { account, tab } = await memberAt("en", 390)
    const { say } = tab.words
    await add(tab, account.password)
    await added(tab)
    const form = tab.page.getByRole("region", { name: say(m.settings_email_heading) })
    const email = `new-${randomUUID().slice(0, 8)}@example.test`
    await tab.press(m.settings_email_change)
    await form.getByLabel(say(m.settings_email_new), { exact: true }).fill(email)
    await form.getByLabel(say(m.settings_email_repeat)).fill(email)
    await tab.button(say(m.settings_proof_use_passkey), form).click()
    expect(await form.getByLabel(say(m.settings_email_password)).count()).toBe(0)
    await tab.press(m.settings_email_submit)
    await form.getByText(say(m.settings_email_done, { email })).waitFor()

    await tab.press(m.settings_delete_open)
    await tab.button(say(m.settings_proof_use_passkey), tab.dialog).click()
    await tab.button(say(m.settings_delete_submit), tab.dialog).click()
    await tab.page.waitForURL(/\/en$/u)
    await tab.loggedOut()
    await tab.hydrated()
    await tab.openForm("logIn")
    await passkeyButton(tab).click()
    await tab.dialog.getByText(say(m.passkey_error_unknown)).waitFor()
  })

  it("that was not used says so, and the password still works [PASSKEY-01, PASSKEY-02]", async () => {
    const { account, visitor, tab, authenticator } = await memberAt("nl", 1_280)
    const { say } = tab.words
    await add(tab, account.password)
    await added(tab)
    // Registers the same authenticator again.
    await add(tab, account.password)
    await card(tab).getByText(say(m.passkey_error_exists)).waitFor()
    await tab.press(m.settings_cancel)
    await logOut(tab, visitor)
    await authenticator.verifies(false)
    await tab.openForm("logIn")
    await passkeyButton(tab).click()
    await tab.dialog.getByText(say(m.passkey_error_cancelled)).waitFor()
    await tab.fillForm(account, tab.words.submitLogIn)
    await tab.press(m.username_prompt_later)
    await tab.credits(0).waitFor()
  })

  it("is removed with its own proof, and the member is told by mail [PASSKEY-02]", async () => {
    const { account, tab } = await memberAt("en", 1_280)
    const { say } = tab.words
    await add(tab, account.password, "Phone")
    await added(tab)
    await tab.button(say(m.settings_passkey_remove_label, { name: "Phone" }), card(tab)).click()
    await tab.button(say(m.settings_proof_use_passkey), card(tab)).click()
    await tab.press(m.settings_passkey_remove_submit)
    await card(tab).getByText(say(m.settings_passkey_removed)).waitFor()
    await card(tab).getByText(say(m.settings_passkeys_empty)).waitFor()
    await new Mails(site.world(), account.email).about(say(m.mail_passkey_removed_subject))
    tab.isQuiet()
  })

  it("works at the host where it was made, and at no other brand's [PASSKEY-01]", async () => {
    const { account, tab } = await memberAt("nl", 1_280)
    await add(tab, account.password, "Laptop")
    await added(tab)
    const visitor = await site.arrive({ locale: "nl", brand: "partner" })
    // By the form: outside a browser no name in localhost has an address.
    const elsewhere = await visitor.openTab()
    await authenticatorOf(elsewhere.page)
    await elsewhere.logInAndGoOn(account)
    await elsewhere.visit(visitor.address("/settings"))
    const { hostname } = new URL(tab.visitor.origin)
    await card(elsewhere)
      .getByText(elsewhere.words.say(m.settings_passkey_elsewhere, { host: hostname }))
      .waitFor()
    expect(await elsewhere.button(elsewhere.words.say(m.settings_proof_use_passkey)).count()).toBe(
      0,
    )
  })
})
