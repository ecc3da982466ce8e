/** The pages that mails link to, on a phone: verifying an address in all its outcomes, a new password. */
import type { Route } from "playwright-core"
import { m } from "@foldcast/messages/messages"
import { routeOnce } from "../../support/browser.ts"
import { memberLink } from "../../support/provider-state.ts"
import type { Variant } from "../scene.ts"
import type { Journey } from "../walk.ts"

const variant: Variant = { locale: "nl", colorScheme: "light", width: 390, brand: "lumio" }
const options = { locale: variant.locale }
const member = { email: "lezer@example.test", verified: false }
const COMMANDS = "**/api/commands"

export const linksJourney: Journey = {
  name: "links of mails",
  variant,
  walk: async (stage) => {
    const { tab, visitor } = stage
    const { page } = tab
    const { world } = visitor
    await stage.refuseConsent()

    const link = await memberLink(world, { ...member, purpose: "verify" })
    const held = Promise.withResolvers<Route>()
    await routeOnce(page, COMMANDS, held.resolve)
    await stage.goTo(`?action=validate&token=${link.linkToken}`)
    await tab.shows(m.verification_ask_heading({}, options))
    await stage.shows("verification-asking")
    await tab.button(m.verification_ask_submit({}, options)).click()
    const command = await held.promise
    await tab.shows(m.verification_validating({}, options))
    await stage.shows("verification-checking")
    await command.continue()
    await tab.shows(m.verification_done_heading({}, options))
    // The log-in that follows arrives as facts of its own.
    await tab.credits(120).waitFor()
    await stage.shows("verification-done")

    await stage.goTo(`/cookies?action=validate&token=${link.linkToken}`)
    await tab.shows(m.verification_verified({}, options))
    await stage.shows("verification-already")
    await visitor.context.clearCookies()
    await stage.refuseConsent()
    const old = await memberLink(world, { ...member, purpose: "verify", expired: true })
    await stage.goTo("/cookies")
    await stage.shows("cookies")
    await stage.goTo(`/cookies?action=validate&token=${old.linkToken}`)
    await tab.shows(m.verification_expired_guest({}, options))
    await stage.shows("verification-expired")

    const reset = await memberLink(world, { ...member, purpose: "reset" })
    await stage.goTo(`?action=resetpassword&token=${reset.linkToken}`)
    const fields = tab.dialog.locator("input[type=password]")
    await fields.first().waitFor()
    await stage.shows("reset-password")
    for (const field of await fields.all()) await field.fill("welkom1234")
    await tab.button(m.reset_password_submit({}, options)).click()
    await tab.shows(m.reset_password_done({}, options))
    await stage.shows("reset-password-done")
    await stage.goTo(`?action=resetpassword&token=${reset.linkToken}`)
    await tab.shows(m.reset_password_used_heading({}, options))
    await stage.shows("reset-password-used")
  },
}
