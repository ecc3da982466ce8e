/** The picture that is asked for together with its room, in a browser with a gateway that follows a script. */
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { MILA_ID as performerId } from "../../../screens/profile-pages.fixture.ts"
import type { WatchAnswer } from "../../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages } from "../../../screens/site-pages.fixture.ts"
import { openRoom, roomScript } from "../../../screens/stream-pages.fixture.ts"
import { guest } from "../../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const AVAILABLE: Event = { _tag: "VideoAvailable", performerId }

/** As they were asked: whether with the join. */
const asked = () =>
  pages.gateway.heard
    .filter(({ url }) => url.includes("/watch?"))
    .map(({ url }) => new URL(url).searchParams.get("joining") === "1")

const open = (watch: () => Promise<WatchAnswer>, screen: Screen = {}) =>
  openRoom(
    pages,
    roomScript(guest(), undefined, { pictures: { watch, end: () => Promise.resolve(true) } }),
    screen,
  )

describe("a room's first video session", () => {
  it("is asked for with the join, and not again once the room says that there is a picture", async () => {
    const page = await open(() => new Promise<WatchAnswer>(() => {}))
    await expect.poll(asked).toEqual([true])
    pages.gateway.emit(AVAILABLE)
    await page.locator(".picture-notice .ui-spinner").waitFor()
    expect(asked()).toEqual([true])
  })

  it("is asked for anew where there was none with the join", async () => {
    await open(() => Promise.resolve({ status: 204 }))
    await expect.poll(asked).toEqual([true])
    pages.gateway.emit(AVAILABLE)
    await expect.poll(asked).toEqual([true, false])
  })

  it("is asked for anew where the browser cancels the answer", async () => {
    const page = await open(() => new Promise<WatchAnswer>(() => {}))
    pages.gateway.emit(AVAILABLE)
    await page.locator(".picture-notice .ui-spinner").waitFor()
    await page.evaluate(() => {
      stop()
    })
    await expect.poll(asked, { timeout: 5_000 }).toEqual([true, false])
  })

  it("is not asked for early where less data is wanted", async () => {
    const saving = `Object.defineProperty(navigator, "connection", { value: { saveData: true } })`
    const page = await open(() => Promise.resolve({ status: 204 }), {
      prepare: (opened) => opened.addInitScript(saving),
    })
    pages.gateway.emit(AVAILABLE)
    await page.locator(".live-still").waitFor()
    expect(asked()).toEqual([])
  })
})
