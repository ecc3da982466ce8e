/** A guest at a partner's site on a wide screen: the fuller registration and the public pages. */
import { m } from "@foldcast/messages/messages"
import { isCounted } from "../filter-count.ts"
import { performerWithAlbums } from "../performer-with-albums.ts"
import type { Variant } from "../scene.ts"
import type { Journey } from "../walk.ts"

const variant: Variant = { locale: "nl", colorScheme: "light", width: 1_280, brand: "lumio" }
const options = { locale: variant.locale }

export const partnerGuestJourney: Journey = {
  name: "a guest at a partner's site",
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

    await tab.openForm("signUp")
    await tab.dialog.getByRole("spinbutton").first().waitFor()
    await stage.shows("register-fuller")
    await tab.fillForm({ email: "bezoeker", password: "kort" }, words.createAccount)
    await tab.shows(m.form_error_summary({}, options))
    await stage.shows("register-fuller-errors")
    await page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })
    await tab.openForm("logIn")
    await tab.dialog.getByLabel(words.email).waitFor()
    // The passkey button appears after the form.
    await tab.button(m.log_in_passkey({}, options), tab.dialog).waitFor()
    await stage.shows("log-in")
    await page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })

    await stage.goTo("/cookies")
    await stage.shows("cookies", { isWhole: true })
    await tab.button(m.cookies_change({}, options)).click()
    await tab.dialog.waitFor()
    await stage.shows("consent")
    await page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })
    await stage.goTo("/new-cams")
    await stage.shows("category")
    await tab.button(m.filter_section_appearance({}, options)).click()
    await isCounted(tab.dialog)
    await stage.shows("filters")
    await stage.goTo(`/profile/${await performerWithAlbums(stage.visitor.world, "nl")}`)
    await stage.streams()
    await stage.shows("profile")
  },
}
