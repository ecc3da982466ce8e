/** The site in very small windows: at 400 % zoom, and on a phone in landscape with its keyboard open. */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD } from "../support/demo-world.ts"
import { memberWithCredits } from "../support/provider-state.ts"
import { sampleOf } from "../support/proof-samples.ts"
import { performerWithAlbums } from "../visual/performer-with-albums.ts"
import { smallWindowFaults } from "./small-window.ts"
import { freePerformers, isWatching } from "./room-scenes.ts"
import { testSite } from "./site.ts"

/** The last one is where the windows open. */
const GUEST_PAGES = ["/new-cams", "/help", "/cookies", "/terms-conditions", "/404", "/"]
const MEMBER_PAGES = ["/settings", "/settings/credits", "/favourites", "/messenger"]

/** At 400 %; in the proof also a phone in landscape with its keyboard open. */
const ROOMS = [
  { locale: "nl", width: 320, height: 256 },
  { locale: "en", width: 667, height: 180 },
] as const

describe("a window in a small viewport", () => {
  const site = testSite(HELD_WORLD)
  const performer = freePerformers(site)

  it.each(sampleOf(ROOMS))(
    "covers a third at most and shows what has the focus: $width by $height [DISPLAY-01, DISPLAY-02]",
    async (options) => {
      const visitor = await site.arrive(options)
      const { say, ...words } = visitor.words
      const tab = await visitor.emptyTab()
      const { page } = tab
      const faults: Array<string> = []
      const look = async (what: string) => {
        await tab.settled()
        faults.push(...(await smallWindowFaults(page, what)))
      }
      const close = async () => {
        await page.keyboard.press("Escape")
        await tab.dialog.waitFor({ state: "detached" })
      }
      for (const path of GUEST_PAGES) {
        await tab.visit(visitor.address(path))
        await look(path)
      }
      await tab.press(m.consent_refuse)
      await tab.openForm("signUp")
      await tab.dialog.getByLabel(words.email).waitFor()
      await look("registration")
      await close()
      await page.locator(".filter-opener").filter({ visible: true }).nth(-1).press("Enter")
      await tab.dialog.getByRole("checkbox").first().waitFor()
      await look("filters")
      await close()

      await visitor.logIn(await memberWithCredits(site.world(), 400))
      for (const path of MEMBER_PAGES) {
        await tab.visit(visitor.address(path))
        await look(path)
      }
      await tab.openWallet(400)
      await look("wallet")
      await close()

      const pictured = await performerWithAlbums(site.world(), options.locale)
      await tab.visit(visitor.address(`/profile/${pictured}`))
      await page.locator('[data-area="media"]').getByRole("button").first().click()
      await tab.dialog.getByRole("img").first().waitFor()
      await look("lightbox")
      await close()
      const { username } = await performer()
      await tab.visit(visitor.address(`/profile/${username}`))
      await isWatching(tab, username)
      await look("room")
      await tab.press(m.stream_join_private)
      await tab.shows(say(m.stream_in_private, { name: username }))
      await look("private")
      await page.locator(".chat__form input").focus()
      await look("chat")
      expect(faults).toEqual([])
    },
  )
})
