/**
 * Interruptions by people in the middle of a payment: none of them loses the payment, and no screen waits for ever.
 */
import { describe, expect, it } from "vitest"
import { testSite } from "./site.ts"
import { BUNDLE, type Tab } from "./visitor.ts"

describe("in the middle of a payment", () => {
  const site = testSite()

  const atTheBank = async (locale: "nl" | "en") => {
    const visitor = await site.arrive({ locale })
    const tab = await visitor.openMemberTab()
    const bank = await tab.goToBank(0)
    return { visitor, tab, bank }
  }

  const shownPaid = async (tab: Tab) => {
    await tab.shows(tab.words.paidFor(BUNDLE.credits))
    await tab.button(tab.words.closeReceipt).click()
    await tab.credits(BUNDLE.credits).waitFor()
    tab.isQuiet()
  }

  it("the bank opens in the same tab when the pop-up is blocked, and leads back to the open wallet", async () => {
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    await visitor.context.addInitScript("window.open = () => null")
    const tab = await visitor.openMemberTab()
    await tab.openWallet(0)
    await tab.chooseBundle()
    await tab.payButton.click()
    await tab.atBank(tab.page)
    await tab.chooseAtBank(tab.page, "returnFirst")
    await tab.page.waitForURL(tab.home)
    await tab.dialog.getByRole("heading", { name: visitor.words.buyCredits }).waitFor()
    await shownPaid(tab)
  })

  it("a reload of the tab that waits loses nothing", async () => {
    const { tab, bank, visitor } = await atTheBank("en")
    await tab.page.reload()
    await tab.shows(visitor.words.waitingRestored)
    await tab.chooseAtBank(bank, "pay")
    await shownPaid(tab)
  })

  it("a change of language loses nothing, and the outcome is in the new one", async () => {
    const { tab, bank } = await atTheBank("nl")
    await tab.page.goto(`${site.world().urls.site}/en`)
    const english = tab.in("en")
    await english.shows(english.words.waitingRestored)
    await tab.chooseAtBank(bank, "reject")
    await english.shows(english.words.reasons[302])
    await english.button(english.words.retry).click()
    await english.bundle().waitFor()
    expect(await english.page.locator("html").getAttribute("lang")).toBe("en")
    english.isQuiet()
  })
})
