/**
 * A list on the screen: statuses change in place, cards keep their order, and newcomers wait until the visitor asks
 * for them.
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD, performerLike, performersLike, STATUS } from "../support/demo-world.ts"
import { setStatus } from "../support/provider-state.ts"
import { PerformerListPage } from "./performer-list.ts"
import { testSite } from "./site.ts"
import type { Tab } from "./visitor.ts"

describe("a list that is looked at", () => {
  const site = testSite(HELD_WORLD)

  const pillSays = (tab: Tab, count: number) =>
    new PerformerListPage(tab).newcomers
      .filter({ hasText: tab.words.say(m.grid_newly_online, { count, formatted: String(count) }) })
      .waitFor()

  it("shows what a performer does now, in place, on the card and on the profile [GRID-45, GRID-47]", async () => {
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await visitor.openTab()
    const list = new PerformerListPage(tab)
    const before = await list.ids()
    const { performerId, username } = await performerLike(site.world(), {}, 4)
    expect(before).toContain(performerId)
    const profile = await visitor.openTab(visitor.address(`/profile/${username}`))
    const navigation = profile.page.getByRole("navigation", {
      name: profile.words.say(m.profile_navigation),
    })
    for (const [status, name] of [
      [STATUS.vip, "vip"],
      [STATUS.pause, "pause"],
      [STATUS.offline, "offline"],
      [STATUS.live, "live"],
      [STATUS.free, "free"],
    ] as const) {
      await setStatus(site.world(), performerId, status)
      await list.says(performerId, name)
      await navigation.locator(`[data-status="${name}"]`).waitFor()
      await profile.page.getByRole("status").filter({ hasText: username }).first().waitFor()
    }
    expect(await list.ids()).toEqual(before)
    tab.isQuiet()
    profile.isQuiet()
  })

  it("says who came online among those it shows, and moves them to their places when asked", async () => {
    const visitor = await site.arrive({ locale: "en", width: 390, height: 844 })
    const filter = "age_50-100"
    const shown = await performersLike(site.world(), { lang: "en", filter })
    const newcomer = shown.findLast(({ onlineStatus }) => onlineStatus === STATUS.offline)
    const performerId = newcomer?.performerId ?? ""
    const tab = await visitor.openTab(`${visitor.address("/")}?filter=${filter}`)
    const list = new PerformerListPage(tab)
    const before = await list.ids()
    expect(before.indexOf(performerId)).toBeGreaterThan(0)

    // Every change of a visible performer is signalled.
    await list.card(performerId).scrollIntoViewIfNeeded()
    await setStatus(site.world(), performerId, STATUS.free)
    await list.says(performerId, "free")
    await pillSays(tab, 1)
    expect(await list.ids()).toEqual(before)
    await list.newcomers.click()
    await list.newcomers.waitFor({ state: "detached" })
    const wanted = await performersLike(site.world(), { lang: "en", filter })
    await expect.poll(() => list.ids()).toEqual(wanted.map((one) => one.performerId))
    expect((await list.ids()).indexOf(performerId)).toBeLessThan(before.indexOf(performerId))
    await tab.page.locator(":focus").first().waitFor()
    tab.isQuiet()
  })

  it("says that a performer is new in it once it is loaded again, and keeps everybody where they are [GRID-31]", async () => {
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await visitor.emptyTab()
    await tab.page.clock.install()
    await tab.visit()
    const list = new PerformerListPage(tab)
    await list.has(30)
    await list.cards.last().scrollIntoViewIfNeeded()
    await list.has(60)
    const before = await list.ids()
    const away = await performersLike(site.world(), { filter: "onlineStatus_offline", limit: "99" })
    const { performerId } = away.findLast((one) => !before.includes(one.performerId)) ?? {
      performerId: "",
    }
    await setStatus(site.world(), performerId, STATUS.free)
    // Newcomers are queried every half minute.
    await tab.page.clock.fastForward(30_000)
    await pillSays(tab, 1)
    expect(await list.ids()).toEqual(before)
    await list.newcomers.click()
    await list.card(performerId).waitFor()
    await list.newcomers.waitFor({ state: "detached" })
    await expect.poll(() => list.ids()).toHaveLength(60)
  })
})
