/**
 * Forms that are interrupted: by a reload, a lost network, another language, another page, another tab, a double
 * click. No typed text is lost except secrets, and a form is sent once.
 */
import { randomUUID } from "node:crypto"
import type { Locator, Page, Route } from "playwright-core"
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { entryHas } from "@foldcast/web/screens/layers.fixture"
import { routeOnce } from "../support/browser.ts"
import { actionLink, Mails } from "../support/mailbox.ts"
import { memberExists } from "../support/provider-state.ts"
import { testSite } from "./site.ts"
import type { PlainText } from "./site-words.ts"
import { newAccount, type Tab } from "./visitor.ts"

const COMMANDS = "**/api/commands"

describe("an interrupted form", () => {
  const site = testSite()

  const field = (tab: Tab, label: PlainText, within: Locator = tab.dialog) =>
    within.getByLabel(tab.words.say(label), { exact: true })
  const settingsCard = (tab: Tab, heading: PlainText) =>
    tab.page.getByRole("region", { name: tab.words.say(heading) })
  const newEmail = () => `new-${randomUUID().slice(0, 8)}@example.test`

  const holds = (value: Locator, text: string) =>
    expect.poll(() => value.inputValue(), { timeout: 15_000 }).toBe(text)

  /**
   * Ids of the commands of one kind that this document posts from now on. The page itself records them, because not
   * every browser's protocol reports a request's body.
   */
  const isOf = (route: Route, command: string) =>
    route.request().postData()?.includes(`"_tag":"${command}"`) === true

  const commandsOf = async (page: Page, kind: string) => {
    await page.evaluate(`{
      const ask = fetch
      globalThis.posted = []
      globalThis.fetch = (target, options) => {
        if (String(target).endsWith("/api/commands")) posted.push(JSON.parse(options.body))
        return ask(target, options)
      }
    }`)
    return async (): Promise<ReadonlyArray<string>> => {
      const posted =
        await page.evaluate<ReadonlyArray<{ commandId: string; command: { _tag: string } }>>(
          "posted",
        )
      return posted.filter(({ command }) => command._tag === kind).map(({ commandId }) => commandId)
    }
  }

  const memberTab = async (locale: "nl" | "en", path: string) => {
    const visitor = await site.arrive({ locale, width: 390, height: 844 })
    const account = newAccount()
    const tab = await visitor.openMemberTab(account, visitor.address(path))
    return { visitor, tab, account }
  }
  const guestTab = async (locale: "nl" | "en") => {
    const visitor = await site.arrive({ locale })
    return { visitor, tab: await visitor.openTab(), account: newAccount() }
  }

  it("is restored after a reload and in another language, with all but the password [AUTH-24]", async () => {
    const visitor = await site.arrive({ locale: "nl", brand: "partner", width: 390, height: 844 })
    const tab = await visitor.openTab()
    const { email, password } = newAccount()
    await tab.openForm("signUp")
    await field(tab, m.account_email).fill(email)
    await field(tab, m.account_password).fill(password)
    await field(tab, m.register_username).fill("noor-12")
    await tab.dialog.getByRole("spinbutton").first().click()
    await tab.page.keyboard.type("31121990")
    await tab.tick()
    const isWhole = async (form: Tab) => {
      await holds(field(form, m.account_email), email)
      await holds(field(form, m.register_username), "noor-12")
      await holds(field(form, m.account_password), "")
      const date = form.dialog.getByRole("spinbutton")
      await expect
        .poll(async () => (await date.allTextContents()).toSorted(), { timeout: 15_000 })
        .toEqual(["12", "1990", "31"])
      expect(await form.dialog.getByRole("checkbox").isChecked()).toBe(true)
    }
    expect(await tab.storage()).not.toContain(password)
    await tab.page.reload()
    await isWhole(tab)

    // Opens the same dialog in the other language, from a typed address.
    await tab.page.goto(`${visitor.origin}/en`)
    await isWhole(tab.in("en"))
    await entryHas(tab.page, ["register"])
    await tab.page.goBack()
    await tab.dialog.waitFor({ state: "detached" })
    await tab.page.goForward()
    await isWhole(tab.in("en"))
    tab.isQuiet()
  })

  it("keeps what a member has typed over a reload and a change of language, and no password [ROUTE-06]", async () => {
    const { tab, account } = await memberTab("nl", "/settings")
    const email = newEmail()
    await tab.press(m.settings_email_change)
    await field(tab, m.settings_email_new, settingsCard(tab, m.settings_email_heading)).fill(email)
    const username = settingsCard(tab, m.settings_username_heading)
    await tab.press(m.settings_username_change)
    await field(tab, m.settings_username_new, username).fill("noor-12")
    const password = settingsCard(tab, m.settings_password_heading)
    await tab.press(m.settings_password_change)
    await field(tab, m.settings_password_old, password).fill(account.password)
    expect(await tab.storage()).not.toContain(account.password)
    const isWhole = async (form: Tab) => {
      const card = settingsCard(form, m.settings_email_heading)
      await holds(field(form, m.settings_email_new, card), email)
      const names = settingsCard(form, m.settings_username_heading)
      await holds(field(form, m.settings_username_new, names), "noor-12")
      const secrets = settingsCard(form, m.settings_password_heading)
      await form.press(m.settings_password_change)
      await holds(field(form, m.settings_password_old, secrets), "")
    }
    await tab.page.reload()
    await isWhole(tab)
    await tab.page.getByRole("contentinfo").getByRole("link", { name: "English" }).click()
    await tab.page.waitForURL("**/en/settings")
    await isWhole(tab.in("en"))
    tab.isQuiet()
  })

  it("of a reset link is empty after a reload, and the link still works [AUTH-54]", async () => {
    const { visitor, tab, account } = await guestTab("nl")
    await memberExists(site.world(), account)
    await tab.openForm("logIn")
    await tab.press(m.log_in_forgot_password)
    await field(tab, m.forgot_password_identity).fill(account.email)
    await tab.page.reload()
    await holds(field(tab, m.forgot_password_identity), account.email)
    await tab.press(m.forgot_password_submit)
    await tab.shows(visitor.words.say(m.forgot_password_done))

    const mails = new Mails(site.world(), account.email)
    const link = actionLink(await mails.about(visitor.words.say(m.mail_password_reset_subject)))
    await tab.visit(link.href)
    await field(tab, m.reset_password_new).fill("nieuw-4-jou")
    await tab.page.reload()
    await tab.hydrated()
    expect(await tab.storage()).not.toContain("nieuw-4-jou")
    await tab.visit(link.href)
    await holds(field(tab, m.reset_password_new), "")
    tab.isQuiet()
  })

  it.each([
    {
      name: "log-in",
      command: "LogIn",
      open: async () => {
        const { visitor, tab, account } = await guestTab("nl")
        await memberExists(site.world(), account)
        await tab.openForm("logIn")
        await field(tab, m.account_email).fill(account.email)
        await field(tab, m.account_password).fill(account.password)
        return {
          tab,
          kept: field(tab, m.account_password),
          done: () => tab.heading(m.username_prompt_title),
          submit: tab.button(visitor.words.submitLogIn, tab.dialog),
        }
      },
    },
    {
      name: "registration",
      command: "Register",
      open: async () => {
        const { visitor, tab, account } = await guestTab("en")
        await tab.openForm("signUp")
        await field(tab, m.account_email).fill(account.email)
        await field(tab, m.account_password).fill(account.password)
        return {
          tab,
          kept: field(tab, m.account_email),
          done: () => tab.heading(m.confirmation_title),
          submit: tab.button(visitor.words.createAccount, tab.dialog),
        }
      },
    },
    {
      name: "forgotten password",
      command: "RequestPasswordReset",
      open: async () => {
        const { visitor, tab, account } = await guestTab("nl")
        await tab.openForm("logIn")
        await tab.press(m.log_in_forgot_password)
        await field(tab, m.forgot_password_identity).fill(account.email)
        return {
          tab,
          kept: field(tab, m.forgot_password_identity),
          done: () => tab.heading(m.forgot_password_done_heading),
          submit: tab.button(visitor.words.say(m.forgot_password_submit)),
        }
      },
    },
    {
      name: "e-mail address",
      command: "ChangeEmail",
      open: async () => {
        const { visitor, tab, account } = await memberTab("en", "/settings")
        const card = settingsCard(tab, m.settings_email_heading)
        await tab.press(m.settings_email_change)
        const email = newEmail()
        await field(tab, m.settings_email_new, card).fill(email)
        await field(tab, m.settings_email_repeat, card).fill(email)
        await field(tab, m.settings_email_password, card).fill(account.password)
        return {
          tab,
          kept: field(tab, m.settings_email_new, card),
          done: () => card.getByRole("heading", { name: email }),
          submit: tab.button(visitor.words.say(m.settings_email_submit)),
        }
      },
    },
    {
      name: "password",
      command: "ChangePassword",
      open: async () => {
        const { visitor, tab, account } = await memberTab("nl", "/settings")
        const card = settingsCard(tab, m.settings_password_heading)
        await tab.press(m.settings_password_change)
        await field(tab, m.settings_password_old, card).fill(account.password)
        await field(tab, m.settings_password_new, card).fill("nieuw-4-jou")
        await field(tab, m.settings_password_repeat, card).fill("nieuw-4-jou")
        return {
          tab,
          kept: field(tab, m.settings_password_new, card),
          done: () => card.getByText(visitor.words.say(m.settings_password_done)),
          submit: tab.button(visitor.words.say(m.settings_password_submit)),
        }
      },
    },
    {
      name: "username",
      command: "ChangeUsername",
      open: async () => {
        const { visitor, tab } = await memberTab("en", "/settings")
        const card = settingsCard(tab, m.settings_username_heading)
        await tab.press(m.settings_username_change)
        await field(tab, m.settings_username_new, card).fill(`noor${randomUUID().slice(0, 6)}`)
        return {
          tab,
          kept: field(tab, m.settings_username_new, card),
          done: () => card.getByText(visitor.words.say(m.settings_username_done)),
          submit: tab.button(visitor.words.say(m.settings_username_submit)),
        }
      },
    },
  ])("keeps the $name that the network failed, and sends it once", async ({ command, open }) => {
    const { tab, kept, done, submit } = await open()
    const { page, visitor } = tab
    const sent = await commandsOf(page, command)
    const typed = await kept.inputValue()

    await visitor.context.setOffline(true)
    await tab.shows(visitor.words.offline)
    await submit.click()
    await tab.shows(visitor.words.formOffline)
    expect(await kept.inputValue()).toBe(typed)
    expect(await sent()).toEqual([])
    await visitor.context.setOffline(false)
    await page.getByText(visitor.words.offline).waitFor({ state: "detached" })

    // The network drops while the answer is in transit: the button is pressed twice, the page retries, and the
    // command runs once.
    const cut = async (route: Route) => {
      await visitor.context.setOffline(true)
      await route.abort("internetdisconnected")
    }
    // The page that is back asks other things too.
    await routeOnce(page, COMMANDS, cut, (route) => isOf(route, command))
    await submit.dblclick()
    await tab.shows(visitor.words.offline)
    expect(await kept.inputValue()).toBe(typed)
    await visitor.context.setOffline(false)
    await done().waitFor()
    const ids = await sent()
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(1)
  })

  it("registers once when the answer is lost, and logs in whoever registered [API-005]", async () => {
    const { visitor, tab, account } = await guestTab("nl")
    const sent = await commandsOf(tab.page, "Register")
    await routeOnce(
      tab.page,
      COMMANDS,
      async (route) => {
        await route.fetch()
        await route.abort("connectionreset")
      },
      (route) => isOf(route, "Register"),
    )
    await tab.submitRegistration(account)
    await tab.press(m.confirmation_go_on)
    await expect.poll(async () => (await sent()).length, { timeout: 15_000 }).toBeGreaterThan(1)
    expect(new Set(await sent()).size).toBe(1)
    await tab.logOut(account)
    await tab.loggedOut()
    const mails = new Mails(site.world(), account.email)
    expect((await mails.next()).subject).toBe(visitor.words.say(m.mail_verification_subject))
    expect(await mails.subjects()).toHaveLength(1)
  })

  it("closes by a step back, opens again by a step forward, and the page changes by the next step back; what was typed is kept", async () => {
    const { visitor, tab } = await guestTab("nl")
    const { page } = tab
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacyverklaring" }).click()
    await page.waitForURL("**/nl/privacy")
    await tab.openForm("logIn")
    await field(tab, m.account_email).fill("noor@example.test")
    await entryHas(tab.page, ["logIn"])
    await page.goBack()
    await tab.dialog.waitFor({ state: "detached" })
    await page.waitForURL("**/nl/privacy")
    await page.goBack()
    await tab.heading(m.home_heading).waitFor()
    await tab.openForm("logIn")
    await holds(field(tab, m.account_email), "noor@example.test")
    await entryHas(tab.page, ["logIn"])
    await page.goBack()
    await tab.dialog.waitFor({ state: "detached" })
    await page.waitForURL(visitor.address("/"))
    await page.goForward()
    await holds(field(tab, m.account_email), "noor@example.test")
    tab.isQuiet()
  })

  it("closes when the member logs in in another tab, and a log-out reaches it too [AUTH-16, AUTH-20]", async () => {
    const { visitor, tab, account } = await guestTab("en")
    await memberExists(site.world(), account)
    const beside = await visitor.openTab(visitor.address("/privacy"))
    await beside.openForm("signUp")
    await field(beside, m.account_password).fill("half-typed-1")
    await tab.page.bringToFront()
    await tab.logInAndGoOn(account)
    await beside.credits(0).waitFor()
    await beside.dialog.waitFor({ state: "detached" })

    await beside.page.bringToFront()
    // Checked in both tabs at the same time: the message is shown for a few seconds.
    const said = Promise.all([tab, beside].map((each) => each.shows(visitor.words.loggedOut)))
    await beside.logOut(account)
    await said
    for (const each of [tab, beside]) {
      await each.page.waitForURL(visitor.address("/"))
      await each.loggedOut()
    }
    // Both tabs continue as the same guest.
    for (const each of [tab, beside]) {
      await each.page.bringToFront()
      await each.openForm("logIn")
      await each.fillForm({ ...account, password: "verkeerd1" }, visitor.words.submitLogIn)
      await each.shows(visitor.words.logInRefused)
    }
    tab.isQuiet()
    beside.isQuiet()
  })
})
