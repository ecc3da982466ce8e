/** Registration and log-in with errors: no typed text is lost except passwords. */
import { describe, expect, it } from "vitest"
import { watchPage } from "../support/browser.ts"
import { socketsOf } from "../support/page-sockets.ts"
import { memberExists } from "../support/provider-state.ts"
import { testSite } from "./site.ts"
import { mentionsIn } from "./traffic.ts"
import { newAccount, Tab } from "./visitor.ts"

describe("account forms", () => {
  const site = testSite()

  const typed = (tab: Tab) => tab.dialog.getByLabel(tab.words.email).inputValue()

  it("refuse a wrong password in words, keep the address, and let the right one in", async () => {
    const account = newAccount()
    const visitor = await site.arrive({ locale: "nl" })
    await memberExists(site.world(), account)
    const tab = await visitor.openTab()

    await tab.logIn({ ...account, password: "verkeerd1" })
    await tab.shows(visitor.words.logInRefused)
    expect(await typed(tab)).toBe(account.email)
    await tab.dialog.getByLabel(visitor.words.password, { exact: true }).fill(account.password)
    await tab.button(visitor.words.submitLogIn, tab.dialog).click()
    await tab.credits(0).waitFor()
    tab.isQuiet()
  })

  it("say at its field that an address has an account already", async () => {
    const account = newAccount()
    await memberExists(site.world(), account)
    const second = await site.arrive({ locale: "en", width: 390, height: 844 })
    const tab = await second.openTab()
    await tab.submitRegistration(account)
    const field = tab.dialog.getByLabel(second.words.email)
    await tab.shows(second.words.emailExists)
    expect(await field.getAttribute("aria-invalid")).toBe("true")
    expect(await typed(tab)).toBe(account.email)
    tab.isQuiet()
  })

  it("keep what was typed while the browser is offline, and send it when it is back", async () => {
    const visitor = await site.arrive({ locale: "en" })
    const tab = await visitor.openTab()
    const account = newAccount()
    await tab.openForm("signUp")
    await tab.dialog.waitFor()
    await visitor.context.setOffline(true)
    await tab.shows(visitor.words.offline)
    await tab.fillForm(account, visitor.words.createAccount)
    await tab.shows(visitor.words.formOffline)
    expect(await typed(tab)).toBe(account.email)

    await visitor.context.setOffline(false)
    await tab.page.getByText(visitor.words.offline).waitFor({ state: "detached" })
    await tab.button(visitor.words.createAccount, tab.dialog).click()
    await tab.credits(0).waitFor()
  })

  it("bring a log-in to a second tab over a new stream, and nothing stays there after a log-out it never heard of", async () => {
    const account = newAccount()
    await memberExists(site.world(), account)
    const visitor = await site.arrive({ locale: "en" })
    const first = await visitor.openTab()
    const watched = watchPage(await visitor.context.newPage())
    const streams = await socketsOf(watched.page)
    const second = new Tab(visitor, watched)
    await second.visit()
    await expect
      .poll(() => streams[0]?.received.some((frame) => frame.includes('"k":"replayed"')))
      .toBe(true)

    await first.logInAndGoOn(account)
    await second.credits(0).waitFor()
    const told = streams.map(({ received }) =>
      received.some((frame) => frame.includes('"LoggedIn"')),
    )
    expect([told[0], told.at(-1)]).toEqual([false, true])
    expect(streams[0]?.received.join("")).not.toContain(account.email)

    const memberId = await second.page.evaluate<string>("sessionStorage.getItem('tab-member')")
    await second.page.goto("about:blank")
    await first.logOut(account)
    await second.visit()
    await second.loggedOut()
    expect(memberId).not.toBe("")
    const kept = async () => [
      ...(await mentionsIn(second.page, memberId)),
      ...(await mentionsIn(second.page, account.email)),
    ]
    await expect.poll(kept).toEqual([])
  })

  it("keep the address over a reload, and never the password", async () => {
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await visitor.openTab()
    const { email, password } = newAccount()
    await tab.openForm("signUp")
    await tab.dialog.getByLabel(visitor.words.email).fill(email)
    await tab.dialog.getByLabel(visitor.words.password, { exact: true }).fill(password)
    expect(await tab.storage()).not.toContain(password)
    await tab.page.reload()
    await expect.poll(() => typed(tab)).toBe(email)
    expect(await tab.dialog.getByLabel(visitor.words.password, { exact: true }).inputValue()).toBe(
      "",
    )
    tab.isQuiet()
  })
})
