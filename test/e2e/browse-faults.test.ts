/** Browsing performers while something is broken: loaded content stays, and failed loads can be retried. */
import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { openPage } from "../support/browser.ts"
import { HELD_WORLD, performerLike } from "../support/demo-world.ts"
import { PerformerListPage } from "./performer-list.ts"
import { testSite } from "./site.ts"
import { Tab } from "./visitor.ts"

/** Presses the button whenever it is there, until the content has loaded. */
const askedAgain = (button: Locator, hasCome: () => Promise<boolean>) =>
  expect
    .poll(
      async () => {
        if (!(await hasCome()) && (await button.isVisible())) await button.click()
        return hasCome()
      },
      { timeout: 60_000 },
    )
    .toBe(true)

describe("looking for performers while something is broken", () => {
  const site = testSite(HELD_WORLD)

  it("keeps a list while there is no network, and goes to a profile once there is", async () => {
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const { say } = visitor.words
    const tab = await visitor.openTab()
    const list = new PerformerListPage(tab)
    await list.has(30)
    const [first, other] = await Promise.all([list.nameOf(0), list.nameOf(7)])
    const goWithoutNetwork = async (place: number) => {
      await visitor.context.setOffline(true)
      await tab.shows(visitor.words.offline)
      await list.cards.nth(place).getByRole("link").click()
    }
    // The profile's script is not loaded yet: the list stays.
    await goWithoutNetwork(0)
    await list.cards.nth(1).getByRole("link").hover()
    expect(await list.cards.count()).toBe(30)
    await visitor.context.setOffline(false)
    await tab.page.getByRole("heading", { level: 1, name: first, exact: true }).waitFor()
    await tab.page.waitForURL(visitor.address(`/profile/${first}`))

    // Now it is loaded: the profile's own page waits for the network.
    await tab.page.goBack()
    await list.has(30)
    await goWithoutNetwork(7)
    await tab.shows(say(m.profile_without_network_text, { name: other }))
    await visitor.context.setOffline(false)
    await tab.page.getByRole("navigation", { name: say(m.profile_navigation) }).waitFor()
  })

  it("keeps what is loaded where more cannot be, and goes on when asked again", async () => {
    const visitor = await site.arrive({ locale: "en" })
    const tab = await visitor.openTab()
    const list = new PerformerListPage(tab)
    await list.has(30)
    const before = await list.ids()
    await visitor.context.setOffline(true)
    await tab.shows(visitor.words.offline)
    await list.cards.last().scrollIntoViewIfNeeded()
    await tab.shows(visitor.words.say(m.grid_failed_more))
    expect(await list.ids()).toEqual(before)
    await visitor.context.setOffline(false)
    await tab.press(m.grid_retry)
    await list.has(60)
    expect((await list.ids()).slice(0, 30)).toEqual(before)
  })

  it("answers every page while the performer service does not, offers to try again, and keeps the cards on the page", async () => {
    const here = await site.arrive({ locale: "en" })
    const open = await here.openTab()
    const list = new PerformerListPage(open)
    await list.has(30)
    const { username } = await performerLike(site.world(), { lang: "en" })

    // In the other language, because this one's answer may come from a cache.
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const { say } = visitor.words
    const tab = new Tab(visitor, await openPage(visitor.context))
    const answered = async (path: string) => {
      const answer = await tab.page.goto(visitor.address(path))
      await tab.hydrated()
      return answer?.status()
    }
    await site.without("backend", async () => {
      for (const path of ["/", "/toy-shows"]) {
        expect([path, await answered(path)]).toEqual([path, 200])
        await tab.shows(say(m.grid_failed))
        await tab.button(say(m.grid_retry)).waitFor()
      }
      expect(await answered(`/profile/${username}`)).toBe(200)
      await tab.shows(say(m.profile_unanswered_heading))

      await open.press(m.grid_refresh)
      await list.cards.last().scrollIntoViewIfNeeded()
      await open.shows(here.words.say(m.grid_failed_more))
      expect(await list.cards.count()).toBe(30)
    })

    // The gateway's circuit stays open for some seconds after a failure, so an early retry has to be repeated.
    const navigation = tab.page.getByRole("navigation", { name: say(m.profile_navigation) })
    await askedAgain(tab.button(say(m.profile_retry)), () => navigation.isVisible())
    await tab.page.getByRole("heading", { level: 1, name: username, exact: true }).waitFor()
    const retry = open.button(here.words.say(m.grid_retry))
    await askedAgain(retry, async () => (await list.cards.count()) > 30)
    await list.has(60)
  })

  it.each([
    { locale: "nl", path: "/profile/niemand-die-bestaat" },
    { locale: "en", path: "/no-such-category" },
  ] as const)(
    "never claims that a page without an answer does not exist: $path",
    async ({ locale, path }) => {
      const visitor = await site.arrive({ locale })
      const tab = await visitor.emptyTab()
      // Stops the clock, so that the automatic return home does not happen.
      await tab.holdTime()
      const answer = await tab.page.goto(visitor.address(path))
      expect(answer?.status()).toBe(404)
      await tab.heading(m.error_page_404).waitFor()
      await tab.press(m.error_page_stay)
      const name = visitor.words.say(m.profile_navigation)
      expect(await tab.page.getByRole("navigation", { name, exact: true }).count()).toBe(0)
    },
  )
})
