/** A guest looks for a performer on a wide screen: filters, a search, a category, a profile and its pictures. */
import { foundOption } from "../../e2e/found-option.ts"
import { m } from "@foldcast/messages/messages"
import { performerLike } from "../../support/demo-world.ts"
import { isCounted } from "../filter-count.ts"
import { performerWithAlbums } from "../performer-with-albums.ts"
import type { Variant } from "../scene.ts"
import type { Journey } from "../walk.ts"

const variant: Variant = { locale: "en", colorScheme: "light", width: 1_280, brand: "foldcast" }
const options = { locale: variant.locale }

export const browseJourney: Journey = {
  name: "looking for a performer",
  variant,
  walk: async (stage) => {
    const { tab, visitor } = stage
    const { page } = tab
    await stage.refuseConsent()
    await stage.goTo("")
    await stage.shows("home-guest")
    await tab.button(m.filter_section_appearance({}, options)).click()
    await isCounted(tab.dialog)
    await stage.shows("filters")
    await page.keyboard.press("Escape")
    await stage.goTo("/english?filter=age_30-50.hairColor_brown_red")
    await isCounted(page.locator(".grid-tools"))
    await stage.shows("filtered")
    await stage.goTo("?filter=age_50-100.languages_it.hairColor_coloured")
    await isCounted(page.locator(".empty-state"))
    const drops = page.locator(".grid-no-match").getByRole("button")
    await drops.filter({ hasText: /: \d/u }).nth(1).waitFor()
    await page.locator(".who-is-live img").first().waitFor({ state: "attached" })
    await stage.shows("no-match")

    await stage.goTo("/toy-shows")
    const { username } = await performerLike(visitor.world, { lang: "en", category: "toy-shows" })
    await page.getByRole("search").getByRole("combobox").fill(username.slice(0, 3))
    await foundOption(page, username).waitFor()
    // The gateway's answer arrives after the names that this page already knows.
    await page.getByRole("group", { name: m.search_others({}, options) }).waitFor()
    await stage.shows("search")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await page.locator(".category-tabs").scrollIntoViewIfNeeded()
    await stage.shows("category-tabs")

    const shown = await performerWithAlbums(visitor.world, "en")
    await stage.goTo(`/profile/${shown}`)
    await page.locator('[data-area="albums"] ul').waitFor()
    await stage.streams()
    await page.locator(".similar__list img").first().waitFor({ state: "attached" })
    await stage.shows("profile", { isWhole: true })
    await page.locator('[data-area="media"]').getByRole("button").first().click()
    await tab.dialog.getByRole("img").first().waitFor()
    await stage.shows("lightbox")
  },
}
