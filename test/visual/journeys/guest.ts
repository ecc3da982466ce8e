/** A guest on a phone: the consent banner, the forms to log in and sign up, their errors, and signing up. */
import { m } from "@foldcast/messages/messages"
import type { Variant } from "../scene.ts"
import type { Journey } from "../walk.ts"

const variant: Variant = { locale: "nl", colorScheme: "dark", width: 390, brand: "foldcast" }
const options = { locale: variant.locale }

/**
 * Cards out of view have an estimated height, a fraction of a pixel off, until they are near the window; this draws
 * them all.
 */
const ALL_DRAWN = `for (const part of document.querySelectorAll(".grid-list__part, .grid-list__part *")) {
  part.style.contentVisibility = "visible"
}`

export const guestJourney: Journey = {
  name: "a guest on a phone",
  variant,
  walk: async (stage) => {
    const { tab } = stage
    const { words, page } = tab
    await stage.goTo("")
    await tab.button(m.consent_refuse({}, options)).waitFor()
    await stage.shows("home-asked-for-consent")
    await tab.button(m.consent_refuse({}, options)).click()
    await tab.button(m.consent_refuse({}, options)).waitFor({ state: "detached" })
    await stage.shows("home-guest")
    await page.evaluate(ALL_DRAWN)
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    await stage.shows("footer")
    await page.evaluate("scrollTo(0, 0)")

    await tab.button(m.header_menu({}, options)).click()
    await tab.button(m.auth_drawer_log_in({}, options), tab.dialog).waitFor()
    await stage.shows("auth-drawer")
    await tab.button(m.auth_drawer_log_in({}, options), tab.dialog).click()
    await tab.fillForm({ email: "niemand", password: "" }, words.submitLogIn)
    await tab.shows(m.log_in_error_password_required({}, options))
    await tab.button(m.log_in_passkey({}, options), tab.dialog).waitFor()
    await stage.shows("log-in-errors")
    await tab.button(m.log_in_forgot_password({}, options)).click()
    await tab.dialog
      .getByLabel(m.forgot_password_identity({}, options))
      .fill("bezoeker@example.test")
    await stage.shows("forgot-password")
    await tab.button(m.forgot_password_submit({}, options)).click()
    await tab.shows(m.forgot_password_done({}, options))
    await stage.shows("forgot-password-done")
    await page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })

    await tab.openForm("signUp")
    await tab.dialog.getByLabel(words.email).waitFor()
    await stage.shows("register")
    await tab.fillForm({ email: "bezoeker", password: "kort" }, words.createAccount)
    await tab.shows(m.form_error_summary({}, options))
    await stage.shows("register-errors")
    await tab.fillForm(
      { email: "bezoeker@example.test", password: "welkom123" },
      words.createAccount,
    )
    await tab.shows(m.confirmation_no_mail({}, options))
    await stage.shows("registration-confirmation")
    await tab.button(m.confirmation_go_on({}, options)).click()
    await tab.dialog.waitFor({ state: "detached" })

    await stage.stayNowhere("/bestaat-niet")
    await stage.shows("not-found")
    await stage.visitor.context.setOffline(true)
    await tab.shows(words.offline)
    await stage.shows("offline")
  },
}
