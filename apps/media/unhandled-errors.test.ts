/** What breaks in one session, whoever's mistake it is: it ends that one, and is said and counted. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type MediaProcess, startMediaProcess } from "./media-process.fixture.ts"
import { type HostileViewer, hostileViewer, type Over } from "./hostile-viewer.fixture.ts"

const WAIT = { timeout: 20_000, interval: 20 }

describe("an error that nobody handles", () => {
  let media: MediaProcess
  beforeAll(async () => {
    media = await startMediaProcess({}, "broken-loops.fixture.ts")
  })
  const viewers: Array<HostileViewer> = []
  afterEach(async () => {
    await Promise.all(viewers.splice(0).map((viewer) => viewer.close()))
  })
  afterAll(() => media.close())

  const watching = async (over: Over, token: string, loop: string) => {
    const viewer = await hostileViewer(over)
    viewers.push(viewer)
    const { sdp } = await media.watch("live/1", viewer.offer, token, loop)
    await viewer.accept(sdp)
    return viewer
  }
  const sees = async (viewer: HostileViewer) => {
    const before = viewer.received()
    await expect.poll(() => viewer.received() - before, WAIT).toBeGreaterThan(5)
  }

  it.each([
    ["throws", "udp"],
    ["throws", "tcp"],
    ["throws-later", "udp"],
    ["throws-later", "tcp"],
    ["rejects", "udp"],
    ["rejects", "tcp"],
  ] as const)(
    "ends the session that it belongs to and no other, where something of it %s, over %s",
    async (loop, over) => {
      const [token, beside] = [`${loop}-${over}`, `beside-${loop}-${over}`]
      const other = await watching(over, beside, "portrait-1")
      await sees(other)
      const before = await media.metric("foldcast_media_unhandled_errors_total")
      await watching(over, token, loop)
      await expect.poll(() => media.isOver(token), WAIT).toBe(true)
      await sees(other)
      expect(media.end()).toBe(null)
      expect(media.isOver(beside)).toBe(false)
      const count = await media.metric("foldcast_media_unhandled_errors_total")
      expect(count).toBeGreaterThan(before)
      const session = media.hooks.asked.find((question) => question.token === token)?.id ?? "none"
      const isSaid = (line: string) => line.includes(session) && line.includes("is broken")
      expect(media.lines.filter(isSaid).length).toBeGreaterThan(0)
    },
  )
})
