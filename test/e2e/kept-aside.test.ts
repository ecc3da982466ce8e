/**
 * A page in the back/forward cache (BFCache). No driven browser uses this cache, so the test dispatches its two
 * events; the page's reaction is real.
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD } from "../support/demo-world.ts"
import { type PageSocket, socketsOf } from "../support/page-sockets.ts"
import { freePerformers, isWatching, memberInRoom } from "./room-scenes.ts"
import { testSite } from "./site.ts"
import { BUNDLE, type Tab } from "./visitor.ts"

type Sockets = ReadonlyArray<PageSocket>

const visitOf = ({ url }: PageSocket) => new URL(url).searchParams.get("visit")

/** Puts the page into the cache; resolves when its streams are closed. */
const putAside = async ({ page }: Tab, sockets: Sockets) => {
  await page.evaluate(`dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))`)
  await expect.poll(() => sockets.every(({ isClosed }) => isClosed)).toBe(true)
}
const bringBack = ({ page }: Tab) =>
  page.evaluate(`dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`)

describe("a page in the browser's back-forward cache", () => {
  const site = testSite(HELD_WORLD)
  const performer = freePerformers(site)

  const watching = async (username: string) => {
    // Wide: on a phone the header with the balance is hidden while a stream is watched.
    const visitor = await site.arrive({ locale: "nl", width: 1280, height: 800 })
    const tab = await memberInRoom(site, visitor, 300, "/settings")
    const sockets = await socketsOf(tab.page)
    await tab.visit(visitor.address(`/profile/${username}`))
    await isWatching(tab, username)
    return { visitor, tab, sockets }
  }

  it("resumes its own visit, with the present balance, in the room that it was in [TABS-04]", async () => {
    const { username } = await performer()
    const { visitor, tab, sockets } = await watching(username)
    await putAside(tab, sockets)
    const [before, ...more] = sockets
    expect(more).toEqual([])
    const other = await visitor.openTab()
    await other.buy(300)
    await other.credits(300 + BUNDLE.credits).waitFor()
    expect(sockets).toEqual([before])
    await bringBack(tab)
    await tab.credits(300 + BUNDLE.credits).waitFor()
    await isWatching(tab, username)
    // One more stream, and no second visit.
    expect(sockets.map(visitOf)).toEqual([sockets[0], sockets[0]].map((one) => one && visitOf(one)))
    for (const each of [tab, other]) each.isQuiet()
  })

  it("ended paid time as it was put there, says what it cost, and goes on watching free [TABS-04]", async () => {
    const { username } = await performer()
    const { visitor, tab, sockets } = await watching(username)
    await tab.press(m.stream_join_private)
    await tab.shows(tab.words.say(m.stream_in_private, { name: username }))
    const left = tab.page.waitForResponse(
      (response) =>
        response.url().endsWith("/api/commands") &&
        /"_tag":"LeaveRoom".*"unloaded"/u.test(response.request().postData() ?? ""),
    )
    await putAside(tab, sockets)
    expect((await left).status()).toBe(202)
    await bringBack(tab)
    await isWatching(tab, username)
    const receipt = tab.page.getByRole("status").filter({ hasText: tab.words.say(m.receipt_title) })
    const [, cost = "no cost"] = await receipt.locator("dd").allTextContents()
    const nothing = tab.words.say(m.receipt_nothing)
    const credits = 300 - (cost === nothing ? 0 : Number(/^\d+/u.exec(cost)?.[0]))
    await tab.credits(credits).waitFor({ state: "attached" })
    const other = await visitor.openTab()
    await other.credits(credits).waitFor()
    expect(await tab.page.getByLabel(tab.words.say(m.meter_label)).count()).toBe(0)
    for (const each of [tab, other]) each.isQuiet()
  })
})
