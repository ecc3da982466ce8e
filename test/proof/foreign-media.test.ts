/**
 * A WebRTC stack that is not a browser's publishes and watches: GStreamer's webrtcbin, over libnice, as Debian has
 * it. If it is not installed these are skipped: `apt-get install gstreamer1.0-{tools,nice,libav} python3-gi
 * gstreamer1.0-plugins-{base,good,bad,ugly} gir1.2-gst-plugins-bad-1.0`.
 */
import { spawnSync } from "node:child_process"
import type { Browser } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type MediaWithHooks, startMediaWithHooks } from "@foldcast/media/running-media.fixture"
import { type MediaPage, type PageHost, startPageHost } from "../media/media-page.ts"
import { openCameraBrowser } from "../support/browser.ts"
import { type ForeignPeer, type ForeignSession, openForeign, PYTHON } from "./gstreamer.ts"

const NEEDED = `
import gi
gi.require_version("GstWebRTC", "1.0")
from gi.repository import Gst
Gst.init(None)
raise SystemExit(sum(Gst.ElementFactory.find(one) is None for one in "webrtcbin nicesrc x264enc avdec_h264 vp8enc".split()))
`
const isThere = spawnSync(PYTHON, ["-c", NEEDED], { timeout: 30_000 }).status === 0
if (!isThere) console.warn("skipped: GStreamer's webrtcbin, libnice or python3-gi is not installed")

const CODECS = ["VP8", "H264"] as const
const LINES = ["udp", "tcp"] as const
const WAYS = CODECS.flatMap((codec) => LINES.map((line) => ({ codec, line })))
const WAIT = { timeout: 30_000, interval: 50 }

describe.skipIf(!isThere)("GStreamer", () => {
  let browser: Browser
  let host: PageHost
  let media: MediaWithHooks
  let rooms = 0
  const peers: Array<ForeignPeer> = []
  const pages: Array<MediaPage> = []

  beforeAll(async () => {
    ;[browser, host, media] = await Promise.all([
      openCameraBrowser(30),
      startPageHost(),
      startMediaWithHooks(),
    ])
    media.hooks.loops.set("performer", null)
    media.hooks.loops.set("visitor", null)
  })
  afterEach(async () => {
    await Promise.all([
      ...peers.splice(0).map((peer) => peer.end()),
      ...pages.splice(0).map(({ page }) => page.context().close()),
    ])
  })
  afterAll(async () => {
    await browser.close()
    await media.close()
    await host.close()
  })

  const newRoom = () => `live/performer-${(rooms += 1)}`
  const open = (path: string, session: Omit<ForeignSession, "url" | "token">) => {
    const isPublisher = session.side === "publish"
    const peer = openForeign({
      ...session,
      url: `${media.url}/${path}/${isPublisher ? "whip" : "whep"}`,
      token: isPublisher ? "performer" : "visitor",
    })
    peers.push(peer)
    return peer
  }
  const openPage = async () => {
    const page = await host.openPage(browser)
    pages.push(page)
    return page
  }
  const isPublished = (path: string) =>
    expect
      .poll(() => media.hooks.told.findLast((event) => event.path === path)?.kind, WAIT)
      .toBe("published")

  it.each(WAYS)("publishes $codec over $line, which Chromium sees and hears", async (way) => {
    const path = newRoom()
    await open(path, { side: "publish", ...way }).until(({ state }) => state === "connected")
    await isPublished(path)
    const page = await openPage()
    const view = { url: `${media.url}/${path}/whep`, token: "visitor" }
    expect(await page.watch("view", view)).toMatchObject({ status: 201 })
    await expect.poll(async () => (await page.seen("view")).frames, WAIT).toBeGreaterThan(30)
    await expect.poll(async () => (await page.seen("view")).audioBytes, WAIT).toBeGreaterThan(500)
    expect(await page.seen("view")).toMatchObject({ codec: `video/${way.codec}`, width: 640 })
  })

  it.each(WAYS)("watches what Chromium publishes in $codec, over $line", async (way) => {
    const path = newRoom()
    const page = await openPage()
    const publish = { url: `${media.url}/${path}/whip`, token: "performer", codec: way.codec }
    expect(await page.publish("camera", publish)).toMatchObject({ status: 201 })
    await isPublished(path)
    const viewer = open(path, { side: "watch", ...way })
    await viewer.until(({ frames = 0, audio = 0 }) => frames >= 30 && audio >= 30)
  })

  it.each(WAYS)("watches what another GStreamer publishes in $codec, over $line", async (way) => {
    const path = newRoom()
    await open(path, { side: "publish", ...way }).until(({ state }) => state === "connected")
    await isPublished(path)
    const viewer = open(path, { side: "watch", ...way })
    await viewer.until(({ frames = 0, audio = 0 }) => frames >= 30 && audio >= 30)
  })

  it("is told where the published picture has a format that it does not support", async () => {
    const path = newRoom()
    await open(path, { side: "publish", codec: "H264", line: "udp" }).until(
      ({ state }) => state === "connected",
    )
    await isPublished(path)
    const viewer = open(path, { side: "watch", codec: "VP8", line: "udp" })
    expect(await viewer.until(({ status }) => status !== undefined)).toMatchObject({ status: 406 })
  })

  it("goes on where another publisher takes over", async () => {
    const path = newRoom()
    await open(path, { side: "publish", codec: "VP8", line: "udp" }).until(
      ({ state }) => state === "connected",
    )
    await isPublished(path)
    const viewer = open(path, { side: "watch", codec: "VP8", line: "udp" })
    await viewer.until(({ frames = 0 }) => frames >= 30)
    const page = await openPage()
    const publish = { url: `${media.url}/${path}/whip`, token: "performer", codec: "VP8" } as const
    expect(await page.publish("camera", publish)).toMatchObject({ status: 201 })
    await expect.poll(() => page.state("camera"), WAIT).toBe("connected")
    const before = viewer.frames()
    await viewer.until(({ frames = 0 }) => frames >= before + 60)
  })
})
