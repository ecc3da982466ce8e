/** Every outcome of a payment, in every order of its notices: the screen reports it once. */
import { describe, it } from "vitest"
import { testSite } from "./site.ts"
import type { BankChoice } from "./site-words.ts"
import { BUNDLE } from "./visitor.ts"

describe("the end of a payment", () => {
  const site = testSite()

  const FAILURES: ReadonlyArray<readonly [299 | 300 | 302 | 308 | 309, BankChoice]> = [
    [299, "antiFraud"],
    [300, "fail"],
    [302, "reject"],
    [308, "expire"],
    [309, "cancel"],
  ]

  it("says why it failed, for every code, and offers another try for the same bundle by the same method [WALLET-31, WALLET-34, WALLET-35, WALLET-36, WALLET-39]", async () => {
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const tab = await visitor.openMemberTab()
    await tab.openWallet(0)
    await tab.chooseBundle()
    for (const [code, choice] of FAILURES) {
      const bank = await tab.payInNewTab()
      const closed = bank.waitForEvent("close")
      await tab.chooseAtBank(bank, choice)
      await tab.shows(visitor.words.reasons[code])
      await closed
      await tab.button(visitor.words.retry).click()
      await tab.bundle().waitFor()
    }
    await tab.credits(0).waitFor()
    tab.isQuiet()
  })

  it.each([
    ["told before the way back", "callBackFirst"],
    ["told after the way back", "returnFirst"],
    ["told twice", "callBackTwice"],
  ] as const)("grants credits once when the bank has %s", async (_, choice) => {
    const visitor = await site.arrive({ locale: "en" })
    const tab = await visitor.openMemberTab()
    const bank = await tab.goToBank(0)
    const closed = bank.waitForEvent("close")
    await tab.chooseAtBank(bank, choice)
    await closed
    await tab.shows(visitor.words.paid)
    await tab.button(visitor.words.closeReceipt).click()
    await tab.credits(BUNDLE.credits).waitFor()
    // A second purchase shows that no notice of the first one is pending.
    await tab.buy(BUNDLE.credits)
    await tab.credits(2 * BUNDLE.credits).waitFor()
    tab.isQuiet()
  })

  it("offers the status of a payment whose tab was closed by hand, and shows its credits when they come", async () => {
    const visitor = await site.arrive({ locale: "nl" })
    const { words } = visitor
    const tab = await visitor.openMemberTab()
    const bank = await tab.goToBank(0)
    const order = bank.url()
    await bank.close()
    await tab.shows(words.windowClosed)
    await tab.button(words.checkStatus).click()
    await tab.shows(words.statusUnchanged)

    const again = await visitor.context.newPage()
    await again.goto(order)
    await tab.chooseAtBank(again, "pay")
    await tab.shows(words.paidFor(BUNDLE.credits))
    await tab.credits(BUNDLE.credits).waitFor()
    tab.isQuiet()
  })
})
