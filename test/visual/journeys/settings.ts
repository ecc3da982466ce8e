/** A member with a name of their own: settings, their errors, deletions, and pages without content yet. */
import { m } from "@foldcast/messages/messages"
import { memberExists } from "../../support/provider-state.ts"
import type { Variant } from "../scene.ts"
import type { Journey } from "../walk.ts"

const variant: Variant = { locale: "en", colorScheme: "light", width: 1_280, brand: "foldcast" }
const options = { locale: variant.locale }
const member = { email: "member@example.test", credits: 1_250 }

export const settingsJourney: Journey = {
  name: "a member's settings",
  variant,
  walk: async (stage) => {
    const { tab, visitor } = stage
    const { page, words } = tab
    const account = await memberExists(visitor.world, member)
    await stage.refuseConsent()
    await stage.goTo("")
    await tab.logIn(account)
    await tab.shows(m.username_prompt_lead({}, options))
    await tab.dialog.getByLabel(m.settings_username_new({}, options)).fill("sunflower")
    await tab.button(m.settings_username_submit({}, options)).click()
    await tab.dialog.waitFor({ state: "detached" })
    await tab.button(words.menuOf("sunflower")).waitFor()
    await stage.shows("home-member")

    await stage.goTo("/settings")
    await tab.shows(m.settings_session_current({}, options))
    await tab.shows(m.settings_passkeys_empty({}, options))
    await stage.shows("settings", { isWhole: true })
    for (const change of [
      m.settings_email_change,
      m.settings_password_change,
      m.settings_username_change,
    ]) {
      await tab.button(change({}, options)).click()
    }
    await tab.button(m.settings_email_submit({}, options)).click()
    await tab.button(m.settings_password_submit({}, options)).click()
    await page.getByLabel(m.settings_username_new({}, options)).fill("a b")
    await page.getByLabel(m.settings_username_new({}, options)).blur()
    await page
      .getByRole("group", { name: m.settings_username_suggestions({}, options) })
      .getByRole("button")
      .first()
      .waitFor()
    await stage.shows("settings-errors", { isWhole: true })
    // Without what was typed, whose forms would open again.
    await page.evaluate("sessionStorage.clear()")
    await page.reload()
    await tab.hydrated()
    await tab.shows(m.settings_session_current({}, options))
    await tab.shows(m.settings_passkeys_empty({}, options))
    await page.evaluate("scrollTo(0, 0)")
    await tab.button(m.settings_delete_open({}, options)).click()
    await tab.dialog.getByLabel(m.settings_delete_confirm({}, options)).waitFor()
    await stage.shows("delete-account")

    await stage.goTo("/favourites")
    await page.locator(".who-is-live img").first().waitFor({ state: "attached" })
    await stage.shows("favourites-empty")
    await stage.goTo("/messenger")
    await page.locator(".who-is-live img").first().waitFor({ state: "attached" })
    await stage.shows("messenger-empty")
    await stage.stayNowhere("/no-such-page")
    await stage.shows("not-found")
  },
}
