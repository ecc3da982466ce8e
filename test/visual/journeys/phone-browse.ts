/** A member looks for a performer on a phone, and adds a favourite: the same states on a small screen. */
import { foundOption } from "../../e2e/found-option.ts"
import { m } from "@foldcast/messages/messages"
import { performersLike } from "../../support/demo-world.ts"
import { memberExists } from "../../support/provider-state.ts"
import { performerWithAlbums } from "../performer-with-albums.ts"
import type { Variant } from "../scene.ts"
import type { Journey } from "../walk.ts"

const variant: Variant = { locale: "nl", colorScheme: "dark", width: 390, brand: "foldcast" }
const member = { email: "kijker@example.test", credits: 120 }

export const phoneBrowseJourney: Journey = {
  name: "looking for a performer on a phone",
  variant,
  walk: async (stage) => {
    const { tab, visitor } = stage
    const { page, words } = tab
    const account = await memberExists(visitor.world, member)
    await stage.refuseConsent()
    await stage.goTo("")
    await tab.logInAndGoOn(account)
    await tab.credits(member.credits).waitFor()
    const hearts = page.locator("[data-performer]").getByRole("button")
    for (const place of [0, 3]) {
      await hearts.nth(place).click()
      await tab.shows(words.say(m.favourite_kept))
      await tab.press(m.notification_dismiss)
      await page.getByText(words.say(m.favourite_kept)).waitFor({ state: "detached" })
    }
    await hearts.nth(3).blur()
    await stage.shows("grid")

    await tab.button(words.say(m.nav_filters)).click()
    await tab.dialog.getByRole("link").first().waitFor()
    await tab.dialog.locator("label", { hasText: words.say(m.filter_popular_free) }).click()
    const free = await performersLike(visitor.world, { filter: "popular_free", limit: "990" })
    const left = { count: free.length, formatted: String(free.length) }
    await tab.button(words.say(m.filters_show, left)).waitFor()
    await stage.shows("filters")
    await page.keyboard.press("Escape")
    await tab.dialog.waitFor({ state: "detached" })
    const [first] = await performersLike(visitor.world)
    await stage.goTo("/free-cams")
    const name = first?.username ?? ""
    await page.getByRole("search").getByRole("combobox").fill(name.slice(0, 3))
    await foundOption(page, name).waitFor()
    // The gateway's answer arrives after the names that this page already knows.
    await page.getByRole("group", { name: words.say(m.search_others) }).waitFor()
    await stage.shows("search")

    await stage.goTo(`/profile/${await performerWithAlbums(visitor.world, "nl")}`)
    await page.locator('[data-area="albums"] ul').waitFor()
    await stage.streams()
    await stage.shows("profile")
    await page.locator('[data-area="albums"]').scrollIntoViewIfNeeded()
    await stage.shows("profile-areas")
    await page.locator('[data-area="albums"]').getByRole("button").first().click()
    await tab.dialog.getByRole("img").first().waitFor()
    await stage.shows("lightbox")

    await stage.goTo("/favourites")
    await page.locator("[data-performer]").nth(1).waitFor()
    await stage.shows("favourites")
  },
}
