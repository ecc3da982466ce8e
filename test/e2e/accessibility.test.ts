/** Every state of the first screens, for axe and for people without a mouse. */
import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { accessibilityFindings } from "../support/browser.ts"
import { testSite } from "./site.ts"
import { BUNDLE, newAccount, type Tab } from "./visitor.ts"

const VARIANTS = [
  { locale: "nl", colorScheme: "dark", width: 390 },
  { locale: "en", colorScheme: "light", width: 1_280 },
  { locale: "nl", colorScheme: "light", width: 1_280 },
  { locale: "en", colorScheme: "dark", width: 390 },
] as const

describe("accessibility", () => {
  const site = testSite()

  const isClean = async (tab: Tab, state: string) => {
    await tab.settled()
    expect([state, await accessibilityFindings(tab.page)]).toEqual([state, []])
  }

  /** Nothing lies over the middle of it. */
  const isInSight = async (tab: Tab, target: Locator) => {
    await target.waitFor()
    await tab.settled()
    const box = await target.boundingBox()
    const at = box === null ? [0, 0] : [box.x + box.width / 2, box.y + box.height / 2]
    const seen = await tab.page.evaluate<string>(
      `document.elementFromPoint(${at.join()})?.id ?? ""`,
    )
    expect(seen).toBe(await target.getAttribute("id"))
  }

  it.each(VARIANTS)(
    "finds nothing to report from guest to receipt: $locale, $colorScheme, $width",
    async (options) => {
      const account = newAccount()
      const visitor = await site.arrive({ ...options, height: 844 })
      const { words } = visitor
      const tab = await visitor.openTab()
      await isClean(tab, "home of a guest")
      await tab.openForm("logIn")
      await tab.dialog.waitFor()
      await isClean(tab, "log-in")
      await tab.fillForm({ email: "nobody", password: "" }, words.submitLogIn)
      await isClean(tab, "log-in with errors")
      await tab.page.keyboard.press("Escape")
      await tab.dialog.waitFor({ state: "detached" })
      await tab.register(account)
      await tab.dialog.waitFor({ state: "detached" })
      await isClean(tab, "home of a member")
      await tab.openWallet(0)
      await isClean(tab, "wallet")
      await tab.bundle().click()
      await tab.method(words.bankTransfer).click()
      await isInSight(tab, tab.dialog.getByLabel(words.chooseBank))
      await isClean(tab, "wallet with a bank to choose")
      await tab.method(words.ideal).click()
      const bank = await tab.payInNewTab()
      await tab.shows(words.atBank)
      await isClean(tab, "waiting for the bank")
      await tab.chooseAtBank(bank, "cancel")
      await tab.shows(words.reasons[309])
      await isClean(tab, "failure")
      await tab.button(words.retry).click()
      await tab.chooseBundle()
      await tab.chooseAtBank(await tab.payInNewTab(), "pay")
      await tab.shows(words.paidFor(BUNDLE.credits))
      await isClean(tab, "success")
    },
  )

  const hasFocus = (element: unknown) =>
    (element as { readonly matches: (selector: string) => boolean }).matches(":focus")

  /** Presses Tab until the named control has the focus; a bounded number of times. */
  const tabTo = async (tab: Tab, name: string | RegExp, role: "button" | "textbox" | "radio") => {
    const target = tab.page.getByRole(role, { name, exact: typeof name === "string" }).first()
    await target.waitFor()
    for (let presses = 0; presses < 40; presses += 1) {
      if (await target.evaluate(hasFocus)) return
      await tab.page.keyboard.press("Tab")
    }
    throw new Error(`Tab never reaches ${String(name)}`)
  }

  it("registers and buys by keyboard alone", async () => {
    const visitor = await site.arrive({ locale: "en" })
    const { words } = visitor
    const tab = await visitor.openTab()
    const { keyboard } = tab.page
    const account = newAccount()
    await tabTo(tab, words.signUp, "button")
    await keyboard.press("Enter")
    // The dialog puts the focus into its first field.
    await tab.dialog.getByLabel(words.email).waitFor()
    await tabTo(tab, words.email, "textbox")
    await keyboard.type(account.email)
    await tabTo(tab, words.password, "textbox")
    await keyboard.type(account.password)
    await keyboard.press("Enter")
    await tab.credits(0).waitFor()
    await tab.dialog.waitFor({ state: "detached" })

    await tabTo(tab, words.creditsButton(0), "button")
    await keyboard.press("Enter")
    await tab.bundle().waitFor()
    await tabTo(tab, /^25 min/u, "radio")
    await keyboard.press("ArrowUp")
    await tabTo(tab, words.pay(BUNDLE.cents), "button")
    const opened = tab.page.waitForEvent("popup")
    await keyboard.press("Enter")
    const bank = await opened
    await tab.atBank(bank)
    await tab.chooseAtBank(bank, "pay")
    await tab.shows(words.paidFor(BUNDLE.credits))
    await tabTo(tab, words.closeReceipt, "button")
    await keyboard.press("Enter")
    await tab.dialog.waitFor({ state: "detached" })
    await tab.credits(BUNDLE.credits).waitFor()
    tab.isQuiet()
  })
})
