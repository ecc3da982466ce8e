/** What breaks in one session, whoever's mistake it is: it ends that one, and is said and counted. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type MediaProcess, startMediaProcess } from "./media-process.fixture.ts"
import { closeClients, fakeViewer } from "./webrtc-client.fixture.ts"

const WAIT = { timeout: 20_000, interval: 20 }

describe("an error that nobody handles", () => {
  let media: MediaProcess
  beforeAll(async () => {
    media = await startMediaProcess({}, "broken-loops.fixture.ts")
  })
  afterEach(closeClients)
  afterAll(() => media.close())

  const watching = async (token: string, loop: string) => {
    const viewer = await fakeViewer()
    const { sdp } = await media.watch("live/1", viewer.offer, token, loop)
    await viewer.accept(sdp)
    return viewer
  }

  it.each(["throws", "throws-later", "rejects"])(
    "ends the session that it belongs to and no other, where something of it %s",
    async (loop) => {
      const other = await watching(`beside-${loop}`, "portrait-1")
      await expect.poll(() => other.seen.length, WAIT).toBeGreaterThan(0)
      const before = await media.metric("foldcast_media_unhandled_errors_total")
      await watching(loop, loop)
      await expect.poll(() => media.isOver(loop), WAIT).toBe(true)
      const seen = other.seen.length
      await expect.poll(() => other.seen.length - seen, WAIT).toBeGreaterThan(5)
      expect(media.end()).toBe(null)
      expect(media.isOver(`beside-${loop}`)).toBe(false)
      const count = await media.metric("foldcast_media_unhandled_errors_total")
      expect(count).toBeGreaterThan(before)
      const session = media.hooks.asked.find(({ token }) => token === loop)?.id ?? ""
      expect(media.lines.some((line) => line.includes(session) && line.includes("is broken"))).toBe(
        true,
      )
    },
  )
})
