/**
 * A performer who publishes at the desk, through the whole site: the current picture of the right room with the
 * right tone, through a reload and a crash of her page, an engine that is killed, a line that loses a tenth of all
 * packets, and one that blocks UDP.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { heardTone } from "../media/heard-tone.ts"
import { type LineOptions, type LossyLine, lossyLine } from "../media/lossy-line.ts"
import { pictureMoment } from "../media/picture-moment.ts"
import { endAbruptly } from "../support/browser.ts"
import type { KnownPerformer } from "../support/demo-world.ts"
import {
  cameraNumberOf,
  framesOf,
  heldNow,
  holdOn,
  isLive,
  loopNumberOf,
  moves,
  picture,
  PICTURE_WORLD,
  seesNow,
  sitAtDesk,
  WAIT,
} from "./picture-scenes.ts"
import { freePerformers } from "./room-scenes.ts"
import { testSite } from "./site.ts"
import type { Tab } from "./visitor.ts"

describe("a performer at the desk", () => {
  const site = testSite(PICTURE_WORLD)
  const performer = freePerformers(site)

  const live = async (one: KnownPerformer, tone?: number) => {
    const desk = await sitAtDesk(site, one, tone === undefined ? {} : { tone })
    await desk.takeOver()
    await desk.goLive()
    return { ...desk, number: cameraNumberOf(one.performerId) }
  }
  const guestAt = async (
    username: string,
    { width = 1_280, prepare }: { width?: number; prepare?: (page: Page) => Promise<void> } = {},
  ) => {
    const visitor = await site.arrive({ locale: "en", width, height: 844 })
    const tab = await visitor.emptyTab()
    await prepare?.(tab.page)
    await tab.visit(visitor.address(`/profile/${username}`))
    return tab
  }
  const hears = async (tab: Tab, tone: number) => {
    await tab.press(m.picture_sound_on)
    await expect
      .poll(async () => Math.abs((await heardTone(picture(tab))) - tone), WAIT)
      .toBeLessThan(20)
  }

  it("is seen and heard in her own room, as she is now, on a phone as on a wide screen [CHAT-05]", async () => {
    const [one, other] = [await performer(), await performer()]
    const [low, high] = [await live(one, 440), await live(other, 880)]
    const small = await guestAt(one.username, { width: 390 })
    await seesNow(small, low.number)
    await hears(small, 440)
    const wide = await guestAt(other.username)
    await seesNow(wide, high.number)
    await hears(wide, 880)
    for (const tab of [small, wide]) tab.isQuiet()
  })

  it("goes on for her viewers when her page is reloaded, and when it crashed", async () => {
    const one = await performer()
    const { number, page, goLive, visitor } = await live(one)
    // `holdOn` records the page's connections, so their number is known.
    const tab = await guestAt(one.username, { prepare: holdOn })
    await seesNow(tab, number)
    const connections = await heldNow(tab)
    await page.reload()
    await goLive()
    await seesNow(tab, number)
    await endAbruptly(page)
    await tab.shows(tab.words.say(m.picture_waiting))
    // Nobody publishes: her drawn loop replaces the picture.
    const loop = loopNumberOf(one.performerId)
    await expect.poll(() => pictureMoment(picture(tab)), WAIT).toMatchObject({ loop })
    await moves(tab)
    const back = await sitAtDesk(site, one, { at: visitor })
    await back.goLive()
    await seesNow(tab, number)
    expect(await heldNow(tab)).toBe(connections)
  })

  it("is back by itself, as are its viewers, when the media engine was killed", async () => {
    const one = await performer()
    const { number, page, visitor } = await live(one)
    const tab = await guestAt(one.username)
    await seesNow(tab, number)
    await site.without("media", async () => {
      await tab.shows(tab.words.say(m.picture_waiting))
      await page.getByText(visitor.words.say(m.desk_camera_again)).waitFor()
    })
    await isLive(page, visitor)
    await seesNow(tab, number)
  })

  /**
   * A lossy line between a page and the engine, from its next document on: each answer that the page receives
   * points to the line.
   */
  const lineBefore =
    (lines: Array<LossyLine>, options: LineOptions) =>
    async (page: Page): Promise<void> => {
      await page.exposeFunction("overLine", async (answer: string) => {
        const line = await lossyLine(answer, options)
        lines.push(line)
        return line.answer
      })
      await page.addInitScript(`
        globalThis.RTCPeerConnection = class extends RTCPeerConnection {
          async setRemoteDescription({ type, sdp }) {
            return super.setRemoteDescription({ type, sdp: await overLine(sdp) })
          }
        }
      `)
    }

  it.each([
    { line: "loses a tenth of everything", options: { share: 0.1 }, protocol: "udp" },
    { line: "lets no UDP through", options: { share: 1, keepsTcp: true }, protocol: "tcp" },
  ] as const)("is seen by a viewer with a line that $line", async ({ options, protocol }) => {
    const one = await performer()
    const { number } = await live(one)
    const clean = await guestAt(one.username)
    const lines: Array<LossyLine> = []
    const before = lineBefore(lines, options)
    const tab = await guestAt(one.username, {
      prepare: async (page) => {
        await holdOn(page)
        await before(page)
      },
    })
    await seesNow(tab, number)
    const began = [await framesOf(clean), await framesOf(tab)] as const
    await expect.poll(() => framesOf(clean), WAIT).toBeGreaterThanOrEqual(began[0] + 60)
    const seen = (await framesOf(clean)) - began[0]
    expect((await framesOf(tab)) - began[1]).toBeGreaterThan(seen * 0.6)
    expect(lines[0]?.lost()).toBeGreaterThan(0)
    const used = await tab.page.evaluate<string>(`(async () => {
      const all = [...(await held.findLast((one) => one.remoteDescription !== null).getStats()).values()]
      const pair = all.find((one) => one.type === "candidate-pair" && one.nominated)
      return all.find(({ id }) => id === pair?.localCandidateId)?.protocol ?? ""
    })()`)
    expect(used).toBe(protocol)
    for (const line of lines) line.close()
  })
})
