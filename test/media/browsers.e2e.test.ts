/** Pictures and sound from one real browser to another through the engine. */
import { CODED_LOOP } from "@foldcast/media/loops/coded-loop.fixture"
import type { Browser } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type MediaWithHooks, startMediaWithHooks } from "@foldcast/media/running-media.fixture"
import { CAMERA_FRAMES_PER_SECOND, openCameraBrowser } from "../support/browser.ts"
import { type LossyLine, lossyLine } from "./lossy-line.ts"
import { type MediaPage, type PageHost, startPageHost } from "./media-page.ts"

let browser: Browser
let host: PageHost
let media: MediaWithHooks
let pages: Array<MediaPage> = []
let rooms = 0

beforeAll(async () => {
  ;[browser, host, media] = await Promise.all([
    openCameraBrowser(),
    startPageHost(),
    startMediaWithHooks(),
  ])
  media.hooks.loops.set("performer", null)
  media.hooks.loops.set("visitor", null)
})
afterEach(async () => {
  await Promise.all(pages.map(({ page }) => page.context().close()))
  pages = []
})
afterAll(async () => {
  await browser.close()
  await media.close()
  await host.close()
})

const newPage = async () => {
  const page = await host.openPage(browser)
  pages.push(page)
  return page
}
const newRoom = () => `live/performer-${(rooms += 1)}`
const at = (path: string, side: "whep" | "whip", token: string) => ({
  url: `${media.url}/${path}/${side}`,
  token,
})
const whip = (path: string) => at(path, "whip", "performer")
const whep = (path: string, token = "visitor") => at(path, "whep", token)

const WAIT = { timeout: 30_000, interval: 50 }
const framesOf = async (page: MediaPage, name = "view") => (await page.seen(name)).frames
const seesMore = async (page: MediaPage, count: number, name = "view") => {
  const before = await framesOf(page, name)
  await expect
    .poll(async () => (await framesOf(page, name)) - before, WAIT)
    .toBeGreaterThanOrEqual(count)
}
const publishing = async (path: string, options: { readonly codec?: "H264" | "VP8" } = {}) => {
  const page = await newPage()
  expect(await page.publish("camera", { ...whip(path), ...options })).toMatchObject({ status: 201 })
  await expect
    .poll(() => media.hooks.told.findLast((event) => event.path === path)?.kind, WAIT)
    .toBe("published")
  return page
}
const watching = async (path: string) => {
  const page = await newPage()
  expect(await page.watch("view", whep(path))).toMatchObject({ status: 201 })
  return page
}

describe("in a real browser", () => {
  it.each(["VP8", "H264"] as const)(
    "a visitor sees and hears the performer in %s",
    async (codec) => {
      const path = newRoom()
      await publishing(path, { codec })
      const visitor = await watching(path)
      await seesMore(visitor, 20)
      await expect
        .poll(async () => (await visitor.seen("view")).audioBytes, WAIT)
        .toBeGreaterThan(500)
      expect(await visitor.seen("view")).toMatchObject({ codec: `video/${codec}`, width: 640 })
    },
  )

  it("two tabs of a visitor both see, and go on when the performer's page is reloaded", async () => {
    const path = newRoom()
    const performer = await publishing(path)
    const [one, other] = [await watching(path), await watching(path)]
    await Promise.all([seesMore(one, 10), seesMore(other, 10)])
    await performer.page.reload()
    expect(await performer.publish("camera", whip(path))).toMatchObject({ status: 201 })
    await Promise.all([seesMore(one, 20), seesMore(other, 20)])
    await expect.poll(() => one.state("view"), WAIT).toBe("connected")
  })

  it("a visitor whose session is cut gets no more frames within a second", async () => {
    const path = newRoom()
    await publishing(path)
    const [staying, cut] = [await watching(path), await watching(path)]
    await Promise.all([seesMore(staying, 10), seesMore(cut, 10)])
    const { id = "" } = media.hooks.asked.findLast(({ token }) => token === "visitor") ?? {}
    const response = await fetch(`${media.url}/v3/webrtcsessions/kick/${id}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${media.adminKey}` },
    })
    expect(response.status).toBe(200)
    // One second, measured in frames of the viewer who stays.
    await seesMore(staying, CAMERA_FRAMES_PER_SECOND)
    const frames = await framesOf(cut)
    await seesMore(staying, CAMERA_FRAMES_PER_SECOND)
    expect(await framesOf(cut)).toBe(frames)
  })

  it("nobody sees a frame by a forged token", async () => {
    const path = newRoom()
    await publishing(path)
    const page = await newPage()
    expect(await page.watch("view", whep(path, "forged"))).toMatchObject({ status: 403 })
    expect(await page.publish("camera", { ...whip(path), token: "forged" })).toMatchObject({
      status: 403,
    })
    const visitor = await watching(path)
    await seesMore(visitor, CAMERA_FRAMES_PER_SECOND)
    expect(await framesOf(page)).toBe(0)
  })

  it("a visitor without UDP sees over TCP, and so does one of a performer without it", async () => {
    const path = newRoom()
    const performer = await newPage()
    const overTcp = { onlyTcp: true }
    expect(await performer.publish("camera", { ...whip(path), ...overTcp })).toMatchObject({
      status: 201,
    })
    await expect
      .poll(() => media.hooks.told.findLast((event) => event.path === path)?.kind, WAIT)
      .toBe("published")
    const visitor = await newPage()
    expect(await visitor.watch("view", { ...whep(path), ...overTcp })).toMatchObject({
      status: 201,
    })
    await seesMore(visitor, 20)
    expect((await visitor.seen("view")).protocol).toBe("tcp")
  })

  it("an engine that announces no addresses over UDP is seen over TCP, by performer and visitor alike", async () => {
    const overTcp = await startMediaWithHooks({ MEDIA_UDP: "off" })
    for (const token of ["performer", "visitor"]) overTcp.hooks.loops.set(token, null)
    const side = (token: string, name: string) => ({ url: `${overTcp.url}/live/x/${name}`, token })
    const [performer, visitor] = [await newPage(), await newPage()]
    expect(await performer.publish("camera", side("performer", "whip"))).toMatchObject({
      status: 201,
    })
    await expect.poll(() => overTcp.hooks.told.at(-1)?.kind, WAIT).toBe("published")
    expect(await visitor.watch("view", side("visitor", "whep"))).toMatchObject({ status: 201 })
    await seesMore(visitor, 20)
    expect((await visitor.seen("view")).protocol).toBe("tcp")
    await overTcp.close()
  })

  it("other clients than browsers publish and watch", async () => {
    const path = newRoom()
    const [performer, visitor] = [await newPage(), await newPage()]
    await performer.foreignPublish("camera", whip(path))
    await expect
      .poll(() => media.hooks.told.findLast((event) => event.path === path)?.kind, WAIT)
      .toBe("published")
    await visitor.foreignWatch("view", whep(path))
    await seesMore(visitor, 20)
    const another = await newPage()
    await another.eyevinnWatch("view", whep(path))
    await seesMore(another, 20)
    expect((await another.seen("view")).audioBytes).toBeGreaterThan(0)
  })

  it("each visitor of a performer without a camera sees her loop from its beginning", async () => {
    const path = newRoom()
    media.hooks.loops.set("demo", CODED_LOOP)
    const sees = async () => {
      const page = await newPage()
      const asked = performance.now()
      expect(await page.watch("view", whep(path, "demo"))).toMatchObject({ status: 201 })
      await expect.poll(() => page.firstMoment("view"), WAIT).toMatchObject({ loop: 3 })
      // However slowly the machine draws, a loop that started with the request is no further than the elapsed time.
      const seconds = (performance.now() - asked) / 1_000
      expect((await page.firstMoment("view"))?.second).toBeLessThanOrEqual(seconds)
      return page
    }
    const first = await sees()
    // More than two seconds: a loop shared by all viewers would be past the point that the next viewer may see.
    await seesMore(first, 40)
    await sees()
  })

  it("a visitor whose line loses a tenth of all packets sees nearly every frame", async () => {
    const path = newRoom()
    await publishing(path)
    const clean = await watching(path)
    const visitor = await newPage()
    const lines: Array<LossyLine> = []
    await visitor.page.route("**/whep", async (route) => {
      if (route.request().method() !== "POST") return route.continue()
      const response = await route.fetch()
      const line = await lossyLine(await response.text(), { share: 0.1 })
      lines.push(line)
      await route.fulfill({ response, body: line.answer })
    })
    expect(await visitor.watch("view", whep(path))).toMatchObject({ status: 201 })
    await seesMore(visitor, 10)
    const before = [await framesOf(clean), await framesOf(visitor)] as const
    await seesMore(clean, 90)
    const cleanFrames = (await framesOf(clean)) - before[0]
    expect((await framesOf(visitor)) - before[1]).toBeGreaterThan(cleanFrames * 0.7)
    expect(lines[0]?.lost()).toBeGreaterThan(20)
    for (const line of lines) line.close()
  })
})
