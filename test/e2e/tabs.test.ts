/** Seven tabs of one browser over server-sent events: over HTTP/1.1 it has six connections per host. */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { endAbruptly } from "../support/browser.ts"
import { HELD_WORLD } from "../support/demo-world.ts"
import { testSite } from "./site.ts"
import type { Tab, Visitor } from "./visitor.ts"

const withoutWebSockets = (visitor: Visitor) =>
  visitor.context.addInitScript(
    `globalThis.WebSocket=class{constructor(){throw new Error("blocked")}}`,
  )

/** Simulates a tab behind another one, or in front. */
const see = (tab: Tab, state: "visible" | "hidden") =>
  tab.page.evaluate(`{
    Object.defineProperty(document,"visibilityState",{configurable:true,get:()=>${JSON.stringify(state)}});
    document.dispatchEvent(new Event("visibilitychange"));
  }`)

const HAS_PICTURE = `[...document.images].some(({ complete, naturalWidth }) => complete && naturalWidth > 0)`

describe("a browser whose tabs stream server-sent events", () => {
  const site = testSite(HELD_WORLD)
  const streams = async () => {
    const answer = await fetch(`${site.world().urls.site}/metrics`)
    return Number(
      /^foldcast_connections\{transport="sse"\} (\d+)$/mu.exec(await answer.text())?.[1],
    )
  }

  it("lets four of them stream, and seven work; a tab that yielded says so and goes on when it is looked at, or another is killed or closed [TABS-01, TABS-02, TABS-03]", async () => {
    const visitor = await site.arrive({ locale: "en" })
    await withoutWebSockets(visitor)
    const tabs = [await visitor.openMemberTab()]
    let visit: string | null = null
    tabs[0]?.page.on("request", (request) => {
      if (!request.url().endsWith("/api/commands")) return
      visit = (request.postDataJSON() as { readonly visit: string }).visit
    })
    while (tabs.length < 7) {
      await see(tabs.at(-1) as Tab, "hidden")
      tabs.push(await visitor.openTab())
    }
    const waits = (tab: Tab) => tab.page.getByText(tab.words.say(m.connection_yielded)).isVisible()
    const waiting = async () =>
      (await Promise.all(tabs.map(waits))).flatMap((is, at) => (is ? [at] : []))
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([0, 1, 2])
    await expect.poll(streams).toBe(4)

    const [first, second, third, fourth] = tabs as [Tab, Tab, Tab, Tab]
    // Pictures load in each tab, also in the waiting ones.
    for (const { page } of tabs) await expect.poll(() => page.evaluate(HAS_PICTURE)).toBe(true)
    // A waiting tab keeps its content, and its commands are sent.
    const asked = first.page.waitForResponse((response) => response.url().endsWith("/api/commands"))
    await first.credits(0).click()
    expect((await asked).status()).toBe(202)
    expect(await waits(first)).toBe(true)

    const resumed = first.page.waitForRequest((request) => request.url().includes("/api/stream?"))
    await see(first, "visible")
    expect(new URL((await resumed).url()).searchParams.get("visit")).toBe(visit)
    await first.bundle().waitFor()
    await expect.poll(waiting).toEqual([1, 2, 3])
    await expect.poll(streams).toBe(4)

    await endAbruptly((tabs.pop() as Tab).page)
    await fourth.page
      .getByText(fourth.words.say(m.connection_yielded))
      .waitFor({ state: "detached" })
    await expect.poll(waiting).toEqual([1, 2])
    await expect.poll(streams).toBe(4)

    await second.press(m.connection_continue_here)
    await expect.poll(waiting).toEqual([2, 3])
    await expect.poll(streams).toBe(4)

    // Of the waiting tabs, the fourth streamed last, so it gets the free connection before the third.
    await (tabs.pop() as Tab).page.close()
    await expect.poll(waiting).toEqual([2])
    await expect.poll(streams).toBe(4)
    await (tabs.pop() as Tab).page.close()
    await third.page.getByText(third.words.say(m.connection_yielded)).waitFor({ state: "detached" })
    await expect.poll(streams).toBe(4)
  })

  it("streams without locks in the visible tab, and yields in those that are hidden [TABS-01]", async () => {
    const visitor = await site.arrive()
    await withoutWebSockets(visitor)
    await visitor.context.addInitScript("delete Navigator.prototype.locks")
    const first = await visitor.openMemberTab()
    await expect.poll(streams).toBe(1)
    await see(first, "hidden")
    await expect.poll(streams).toBe(0)
    const second = await visitor.openTab()
    await expect.poll(streams).toBe(1)
    await see(second, "hidden")
    await see(first, "visible")
    await expect.poll(streams).toBe(1)
    await first.page.getByText(first.words.say(m.connection_yielded)).waitFor({ state: "detached" })
  })
})
