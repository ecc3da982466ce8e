/** Buying credits on a wide screen, from the menu to the receipt, with possible errors at the bank. */
import { m } from "@foldcast/messages/messages"
import { DEMO_EMAIL, DEMO_PASSWORD } from "@foldcast/backend/demo/demo-member"
import { BUNDLE } from "../../e2e/visitor.ts"
import type { Variant } from "../scene.ts"
import type { Journey } from "../walk.ts"

const variant: Variant = { locale: "en", colorScheme: "dark", width: 1_280, brand: "foldcast" }

export const walletJourney: Journey = {
  name: "buying credits",
  variant,
  walk: async (stage) => {
    const { tab } = stage
    const { words } = tab
    await stage.refuseConsent()
    await stage.goTo("")
    await tab.openForm("logIn")
    await tab.dialog.getByLabel(words.email).waitFor()
    // The passkey button appears after the form.
    await tab.button(m.log_in_passkey({}, { locale: variant.locale }), tab.dialog).waitFor()
    await stage.shows("log-in")
    await tab.fillForm({ email: DEMO_EMAIL, password: DEMO_PASSWORD }, words.submitLogIn)
    await tab.dialog.waitFor({ state: "detached" })
    await tab.button(words.menuOf("demo")).click()
    await tab.button(words.logOut).waitFor()
    await stage.shows("member-menu")
    await tab.page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })

    await tab.openWallet(120)
    await stage.shows("wallet")
    await tab.bundle().click()
    await tab.method(words.bankTransfer).click()
    await tab.dialog.getByLabel(words.chooseBank).waitFor()
    await stage.shows("wallet-bank-transfer")
    await tab.method(words.ideal).click()
    const bank = await tab.payInNewTab()
    await tab.shows(words.atBank)
    await stage.shows("waiting")
    await bank.close()
    await tab.shows(words.windowClosed)
    await stage.shows("bank-tab-closed")
    await tab.button(words.backToBundles).click()
    await tab.chooseBundle()
    await tab.chooseAtBank(await tab.payInNewTab(), "reject")
    await tab.shows(words.reasons[302])
    await stage.shows("failed")
    await tab.button(words.retry).click()
    await tab.chooseBundle()
    await tab.chooseAtBank(await tab.payInNewTab(), "pay")
    await tab.shows(words.paidFor(BUNDLE.credits))
    await stage.shows("paid")
  },
}
