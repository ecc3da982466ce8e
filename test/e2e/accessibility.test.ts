/**
 * The site for people without a mouse: all of it can be reached, and what is reached can be seen. That axe
 * finds no barrier in any state stands in test/visual/snapshots.test.ts.
 */
import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { DEMO_EMAIL, DEMO_PASSWORD } from "@foldcast/backend/demo/demo-member"
import { m } from "@foldcast/messages/messages"
import { testSite } from "./site.ts"
import { BUNDLE, newAccount, type Tab } from "./visitor.ts"

interface Focused {
  /** Null: the focus has left the page. */
  readonly name: string | null
  readonly isBehind: boolean
}
/** What has the focus, and whether its middle is behind the banner. */
const FOCUSED = `(() => {
  const element = document.activeElement
  const banner = document.querySelector(".consent-banner")
  if (element === null || element === document.body) return { name: null, isBehind: false }
  const box = element.getBoundingClientRect()
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  const isBehind = !banner.contains(element) && (at === null || banner.contains(at))
  return { name: element.getAttribute("aria-label") ?? element.textContent.trim(), isBehind }
})()`

describe("accessibility", () => {
  const site = testSite()

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

  it("brings the choice of a bank into sight", async () => {
    const visitor = await site.arrive({ width: 390, height: 844 })
    const { words } = visitor
    const tab = await visitor.openTab()
    await tab.logIn({ email: DEMO_EMAIL, password: DEMO_PASSWORD })
    await tab.openWallet(120)
    await tab.bundle().click()
    await tab.method(words.bankTransfer).click()
    await isInSight(tab, tab.dialog.getByLabel(words.chooseBank))
  })

  it.each([
    { width: 390, height: 844 },
    { width: 1_280, height: 800 },
  ])("hides nothing that has the focus behind the consent banner: $width", async (size) => {
    const visitor = await site.arrive(size)
    const tab = await visitor.openTab()
    const { keyboard } = tab.page
    await tab.button(m.consent_refuse({}, { locale: "nl" })).waitFor()
    const reached: Array<string> = []
    for (let presses = 0; presses < 60; presses += 1) {
      await keyboard.press("Tab")
      const { name, isBehind } = await tab.page.evaluate<Focused>(FOCUSED)
      if (name === null) break
      expect([name, isBehind]).toEqual([name, false])
      reached.push(name)
    }
    // All the way to the banner itself, which is the page's end.
    expect(reached.at(-1)).toBe(m.consent_accept({}, { locale: "nl" }))
    expect(reached.length).toBeGreaterThan(15)
  })

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
