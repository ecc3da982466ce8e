/** The same wallet at a partner's site on a phone, with hardly any credits. */
import { m } from "@foldcast/messages/messages"
import { memberExists } from "../../support/provider-state.ts"
import { openDialogIn } from "../open-dialog.ts"
import type { Variant } from "../scene.ts"
import type { Journey } from "../walk.ts"

const variant: Variant = { locale: "nl", colorScheme: "light", width: 390, brand: "lumio" }
const options = { locale: variant.locale }
const member = { email: "koper@example.test", credits: 30 }

export const phoneWalletJourney: Journey = {
  name: "buying credits on a phone",
  variant,
  walk: async (stage) => {
    const { tab, visitor } = stage
    const account = await memberExists(visitor.world, member)
    await stage.refuseConsent()
    await stage.goTo("")
    await tab.logIn(account)
    await tab.button(m.username_prompt_later({}, options)).click()
    await tab.dialog.waitFor({ state: "detached" })
    await stage.shows("home-member")
    await tab.openWallet(member.credits)
    await stage.shows("wallet")
    await tab.chooseBundle()
    await stage.shows("wallet-chosen")
    await tab.page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })
    await openDialogIn(tab.page, "promo")
    await tab.dialog.waitFor()
    await stage.shows("promo")
  },
}
