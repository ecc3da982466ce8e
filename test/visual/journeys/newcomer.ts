/** A member at a partner's site on a phone who has yet to verify the address and to choose a name. */
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { memberExists, memberLink } from "../../support/provider-state.ts"
import { openDialogIn } from "../open-dialog.ts"
import type { Variant } from "../scene.ts"
import type { Journey } from "../walk.ts"

const variant: Variant = { locale: "en", colorScheme: "dark", width: 390, brand: "lumio" }
const options = { locale: variant.locale }
/** The credits that the partner grants (apps/backend/brands/brands.ts). */
const WELCOME = 180
const member = { email: "newcomer@example.test", verified: false }

export const newcomerJourney: Journey = {
  name: "a newcomer at a partner's site",
  variant,
  walk: async (stage) => {
    const { tab, visitor } = stage
    const { page, words } = tab
    const account = await memberExists(visitor.world, member)
    await stage.refuseConsent()
    await stage.goTo("?splash6=true")
    await page.getByRole("alertdialog").waitFor()
    await stage.shows("age-check")

    await stage.goTo("")
    await stage.shows("home-guest")
    await tab.openForm("signUp")
    await tab.dialog.getByRole("spinbutton").first().waitFor()
    await stage.shows("register-fuller")
    await page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })
    await tab.logIn(account)
    await tab.shows(m.username_prompt_lead({}, options))
    await stage.shows("username-prompt")
    await tab.button(m.username_prompt_later({}, options)).click()
    await tab.dialog.waitFor({ state: "detached" })
    await tab.button(words.menuOf(member.email)).click()
    await tab.button(words.logOut).waitFor()
    await stage.shows("member-menu")
    const credits = formatCredits(WELCOME, variant.locale)
    await tab.button(m.claim_credits_prompt({ credits }, options)).click()
    await tab.shows(m.claim_credits_step_link({}, options))
    await stage.shows("claim-credits")
    await page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })
    await openDialogIn(page, "noCredits")
    await tab.dialog.waitFor()
    await stage.shows("no-credits")

    await stage.goTo("/settings")
    await tab.shows(m.settings_session_current({}, options))
    await tab.shows(m.settings_passkeys_empty({}, options))
    await stage.shows("settings", { isWhole: true })
    await tab.button(m.settings_username_change({}, options)).click()
    await page.getByLabel(m.settings_username_new({}, options)).fill("sunbeam")
    await tab.button(m.settings_username_submit({}, options)).click()
    await tab.shows(m.settings_username_done({}, options))
    await stage.goTo("/messenger")
    await page.locator(".who-is-live img").first().waitFor({ state: "attached" })
    await stage.shows("messenger-empty")
    await visitor.context.clearCookies()
    await stage.refuseConsent()
    // The link logs a guest in; a member with a name of their own is not asked for one first.
    const { linkToken } = await memberLink(visitor.world, { ...member, purpose: "login" })
    await stage.goTo(`?action=login&token=${linkToken}`)
    await tab.shows(m.log_in_link_heading({}, options))
    await stage.shows("log-in-link")
    await tab.button(words.submitLogIn, tab.dialog).click()
    await tab.button(m.lander_go_on({}, options)).waitFor()
    await stage.shows("lander")
  },
}
