/**
 * Seconds of a paid room without a picture cost nothing, through the whole site: chat service, gateway, media
 * engine and a browser.
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { isStill, moves, PICTURE_WORLD, WAIT } from "./picture-scenes.ts"
import { freePerformers, isWatching, memberInRoom } from "./room-scenes.ts"
import { testSite } from "./site.ts"
import type { Tab } from "./visitor.ts"

const site = testSite(PICTURE_WORLD)
const performer = freePerformers(site)

/**
 * From `cutOff` on no media arrives: existing connections are closed, and later answers contain no address of the
 * engine.
 */
const CUT = `
  const peers = new Set()
  let isCut = false
  const Peer = globalThis.RTCPeerConnection
  globalThis.RTCPeerConnection = class extends Peer {
    constructor(...given) {
      super(...given)
      peers.add(this)
    }
    setRemoteDescription({ type, sdp }) {
      const line = isCut ? sdp.replaceAll(/^a=candidate:.*\\r\\n/gm, "") : sdp
      return super.setRemoteDescription({ type, sdp: line })
    }
  }
  globalThis.cutOff = () => {
    isCut = true
    for (const peer of peers) for (const { track } of peer.getReceivers()) track.stop()
  }
`

const arriving = async () => {
  const { username } = await performer()
  const visitor = await site.arrive({ locale: "nl" })
  await visitor.context.addInitScript(CUT)
  const tab = await memberInRoom(site, visitor, 400, `/profile/${username}`)
  await isWatching(tab, username)
  return { tab, username }
}
const cutOff = (tab: Tab) => tab.page.evaluate("cutOff()")
const goesPrivate = async (tab: Tab, username: string) => {
  await tab.press(m.stream_join_private)
  await tab.shows(tab.words.say(m.stream_in_private, { name: username }))
}
const isUnseen = (tab: Tab) => tab.shows(tab.words.say(m.picture_unseen_unpaid))
describe("a paid room", () => {
  it("costs nothing where no frame ever comes, which is said, and all that was paid ahead is back [SHOWN-04]", async () => {
    const { tab, username } = await arriving()
    // A viewer who has chosen stills does not wait for the moving picture first.
    await tab.page.getByRole("button", { name: tab.words.say(m.player_less_data) }).click()
    await cutOff(tab)
    await goesPrivate(tab, username)
    // After eight seconds without media the player retries.
    await isUnseen(tab)
    await tab.press(m.stream_leave_private)
    await tab.shows(tab.words.say(m.receipt_nothing))
    await tab.credits(400).waitFor()
  })

  it("costs nothing any more once its frames stop [SHOWN-04]", async () => {
    const { tab, username } = await arriving()
    await moves(tab)
    await goesPrivate(tab, username)
    const meter = tab.page.getByLabel(tab.words.say(m.meter_label))
    const cost = async () => (await meter.textContent()) ?? ""
    await moves(tab)
    // Visible time is charged.
    await expect.poll(cost, WAIT).toMatch(/0:0[1-9]/u)
    await cutOff(tab)
    await isStill(tab)
    await isUnseen(tab)
    const stands = await cost()
    const asked: Array<string> = []
    tab.page.on("request", (request) => {
      if (request.url().includes("/watch?")) asked.push(request.url())
    })
    await expect.poll(() => asked.length, WAIT).toBeGreaterThan(0)
    expect(await cost()).toBe(stands)
    await tab.press(m.stream_leave_private)
    await tab.page.getByText(tab.words.say(m.receipt_title)).waitFor()
    expect(await tab.page.getByText(tab.words.say(m.receipt_nothing)).count()).toBe(0)
  })
})
