/** What breaks in one session, whoever's mistake it is: it ends that one, and is said and counted. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { CODED_LOOP } from "./loops/coded-loop.fixture.ts"
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
    "ends the session that it belongs to and no other, where something in it %s, over %s",
    async (loop, over) => {
      const [token, beside] = [`${loop}-${over}`, `beside-${loop}-${over}`]
      const other = await watching(over, beside, CODED_LOOP)
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
      const said = media.lines.filter((line) => line.includes(session))
      expect(said.join("\n")).toMatch(/a session ends by an error.*"name":"Error"/u)
      // It is told once, as the session's, and without its words.
      const told = media.lines.join("\n")
      expect(told).not.toContain("that nobody caught")
      expect(told).not.toContain("is broken")
    },
  )

  it("ends neither the process nor a session where it belongs to none, and is logged once", async () => {
    const other = await watching("udp", "beside-nobody", CODED_LOOP)
    await sees(other)
    const before = await media.metric("foldcast_media_unhandled_errors_total")
    media.signal("SIGUSR2")
    const told = () => media.lines.filter((line) => line.includes("that nobody caught"))
    await expect.poll(() => told().length, WAIT).toBe(2)
    await sees(other)
    expect(media.end()).toBe(null)
    expect(await media.metric("foldcast_media_unhandled_errors_total")).toBe(before + 2)
    expect(told().join("\n")).toMatch(/"kind":"rejection","name":"TypeError"/u)
    expect(told().join("\n")).toMatch(/"kind":"exception","name":"Error"/u)
    expect(media.lines.join("\n")).not.toContain("is broken")
  })
})
