/**
 * The site without a mouse: every control can be reached, and is visible when it has the focus. The axe checks of
 * every state are in test/visual/snapshots.e2e.test.ts.
 */
import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD } from "../support/demo-world.ts"
import { memberWithCredits } from "../support/provider-state.ts"
import { Keyboard } from "./keyboard.ts"
import { testSite } from "./site.ts"
import { BUNDLE, newAccount, type Tab } from "./visitor.ts"

interface Focused {
  /** Null: the focus has left the page. */
  readonly name: string | null
  readonly isBehind: boolean
}
/** The focused element, and whether its middle is behind the banner. */
const FOCUSED = `(() => {
  const element = document.activeElement
  const banner = document.querySelector(".consent-banner")
  if (element === null || element === document.body) return { name: null, isBehind: false }
  const box = element.getBoundingClientRect()
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  const isBehind = !banner.contains(element) && (at === null || banner.contains(at))
  return { name: element.getAttribute("aria-label") ?? element.textContent.trim(), isBehind }
})()`

describe("the site by keyboard and in small windows", () => {
  const site = testSite(HELD_WORLD)

  const isInSight = async (tab: Tab, target: Locator) => {
    await target.waitFor()
    const seen = async () => {
      const box = await target.boundingBox()
      const at = box === null ? [0, 0] : [box.x + box.width / 2, box.y + box.height / 2]
      return tab.page.evaluate<string>(`document.elementFromPoint(${at.join()})?.id ?? ""`)
    }
    await expect.poll(seen).toBe(await target.getAttribute("id"))
  }

  it("brings the choice of a bank into sight", async () => {
    const visitor = await site.arrive({ width: 390, height: 844 })
    const { words } = visitor
    await visitor.logIn(await memberWithCredits(site.world(), 120))
    const tab = await visitor.openTab()
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
    const tab = await visitor.emptyTab()
    const { keyboard } = tab.page
    const reachedOn = async (path: string) => {
      await tab.visit(visitor.address(path))
      await tab.button(m.consent_refuse({}, { locale: "nl" })).waitFor()
      const reached: Array<string> = []
      for (let presses = 0; presses < 60; presses += 1) {
        await keyboard.press("Tab")
        const { name, isBehind } = await tab.page.evaluate<Focused>(FOCUSED)
        if (name === null) break
        expect([name, isBehind]).toEqual([name, false])
        reached.push(name)
      }
      return reached
    }
    expect(await reachedOn("/")).toHaveLength(60)
    const reached = await reachedOn("/terms-conditions")
    // The banner covers the page, so it comes first in the Tab order.
    expect(reached.slice(0, 4)).toContain(m.consent_accept({}, { locale: "nl" }))
    expect(reached.length).toBeGreaterThan(15)
  })

  it("registers and buys by keyboard alone", async () => {
    const visitor = await site.arrive({ locale: "en" })
    const { words } = visitor
    const tab = await visitor.openTab()
    const keys = new Keyboard(tab.page)
    const account = newAccount()
    await keys.press(words.signUp)
    await keys.type(words.email, account.email)
    await keys.type(words.password, account.password)
    await keys.enter()
    await tab.credits(0).waitFor()
    await keys.press(words.say(m.confirmation_go_on))
    await tab.dialog.waitFor({ state: "detached" })

    await keys.isSomewhere()
    await keys.pressBefore(words.creditsButton(0))
    await tab.bundle().waitFor()
    await keys.tabTo(/^25 min/u, "radio")
    await tab.page.keyboard.press("ArrowUp")
    await keys.tabTo(words.pay(BUNDLE.cents), "button")
    const opened = tab.page.waitForEvent("popup")
    await keys.enter()
    const bank = await opened
    await tab.atBank(bank)
    await tab.chooseAtBank(bank, "pay")
    await tab.shows(words.paidFor(BUNDLE.credits))
    // The bank's tab is closed, and this one is in front again.
    await tab.page.bringToFront()
    await keys.press(words.closeReceipt)
    await tab.dialog.waitFor({ state: "detached" })
    await tab.credits(BUNDLE.credits).waitFor()
    expect(keys.faults).toEqual([])
    tab.isQuiet()
  })
})
