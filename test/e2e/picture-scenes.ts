/** A site with pictures, a performer who publishes at the desk, and what visitors see and hear of it. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { checkNumberOf } from "@foldcast/backend/demo/rooms/check-code"
import { m } from "@foldcast/messages/messages"
import { secondNow, useCodedCamera } from "../media/coded-camera.ts"
import { pictureMoment } from "../media/picture-moment.ts"
import { HELD_WORLD, type KnownPerformer } from "../support/demo-world.ts"
import type { TestSite } from "./site.ts"
import type { Tab, Visitor } from "./visitor.ts"

/** A port range apart from those of other workers, and of engines that tests start themselves. */
const portsOfWorker = (): string => {
  const first = 30_840 + (Number(process.env["VITEST_POOL_ID"] ?? "1") % 8) * 240
  return `${first}-${first + 239}`
}

/** One world for all these journeys. */
export const PICTURE_WORLD = {
  environment: {
    ...HELD_WORLD.environment,
    MEDIA: "on",
    DEMO_CHECK_CODE: "on",
    MEDIA_PORT: "0",
    MEDIA_UDP_PORTS: portsOfWorker(),
  },
} as const

export const WAIT = { timeout: 30_000, interval: 50 }

export const picture = (tab: Tab) => tab.page.locator(".player video")

/**
 * Frames drawn since the first call. In Firefox `getVideoPlaybackQuality` counts none for a stream. In an older
 * browser, each call compares the shown picture, and a moving picture differs each time.
 */
export const framesOf = (tab: Tab, of = ".player video"): Promise<number> =>
  tab.page.locator(of).evaluate((video: HTMLVideoElement & { drawn?: number; last?: string }) => {
    if (typeof video.requestVideoFrameCallback !== "function") {
      const context = new OffscreenCanvas(120, 90).getContext("2d", { willReadFrequently: true })
      context?.drawImage(video, 0, 0, 120, 90)
      const shown = String(context?.getImageData(0, 0, 120, 90).data)
      video.drawn = (video.drawn ?? 0) + (shown === video.last ? 0 : 1)
      video.last = shown
      return video.drawn
    }
    if (video.drawn === undefined) {
      video.drawn = 0
      const look = () => {
        video.drawn = (video.drawn ?? 0) + 1
        video.requestVideoFrameCallback(look)
      }
      video.requestVideoFrameCallback(look)
    }
    return video.drawn
  })

export const moves = async (tab: Tab): Promise<void> => {
  await tab.page.locator(".player video[data-shown=true]").waitFor()
  const before = await framesOf(tab)
  await expect.poll(() => framesOf(tab), WAIT).toBeGreaterThan(before + 5)
}

export const isStill = (tab: Tab) =>
  tab.page.locator(".player video[data-shown=true]").waitFor({ state: "detached" })

export const loopNumberOf = checkNumberOf

/** Another number than that of her drawn loop. */
export const cameraNumberOf = (performerId: string): number => (loopNumberOf(performerId) % 8) + 1

/** The picture with this number moves, and shows the current second or the one before. */
export const seesNow = async (tab: Tab, number: number): Promise<void> => {
  await moves(tab)
  await expect
    .poll(async () => {
      const moment = await pictureMoment(picture(tab))
      return moment?.loop === number && (8 + secondNow() - moment.second) % 8 <= 2
    }, WAIT)
    .toBe(true)
}

/** A performer at the desk with a camera of her own number and tone, ready to go live. */
export const sitAtDesk = async (
  site: TestSite,
  { performerId }: Pick<KnownPerformer, "performerId">,
  { tone = 440, at }: { readonly tone?: number; readonly at?: Visitor } = {},
) => {
  const visitor = at ?? (await site.arrive({ locale: "en" }))
  const page = await visitor.context.newPage()
  await useCodedCamera(page, { number: cameraNumberOf(performerId), tone })
  // Another test checks the question before leaving (test/media/desk-camera.e2e.test.ts).
  page.on("dialog", (dialog) => void dialog.accept())
  await page.goto(`${site.world().urls.desk ?? ""}/${performerId}?lang=en`)
  const say = visitor.words.say
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
  return {
    page,
    visitor,
    press,
    takeOver: () => press(say(m.desk_take_over)),
    goLive: async () => {
      await press(say(m.desk_camera_open))
      await page.getByText(say(m.desk_check_camera)).waitFor()
      await press(say(m.desk_go_live))
      await isLive(page, visitor)
    },
  }
}

export const isLive = (page: Page, { words: { say } }: Visitor): Promise<void> =>
  page.getByText(say(m.desk_camera_live, { key: "F9" })).waitFor()

/**
 * From its next document on, the page keeps its connections open and ignores requests to close them. Only incoming
 * media shows whether the service has cut them.
 */
export const holdOn = async (page: Page): Promise<void> => {
  await page.addInitScript(`
    globalThis.held = []
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(...options) {
        super(...options)
        held.push(this)
      }
      close() {}
    }
    const ask = fetch
    globalThis.fetch = (target, options) =>
      options?.method === "DELETE" ? new Promise(() => {}) : ask(target, options)
  `)
}

export const heldNow = (tab: Tab): Promise<number> => tab.page.evaluate<number>("held.length")

/** Bytes of video received over the first `connections` of them. */
const heldBytes = (tab: Tab, connections: number): Promise<number> =>
  tab.page.evaluate<number>(`(async () => {
    let bytes = 0
    for (const peer of held.slice(0, ${connections})) {
      for (const one of (await peer.getStats()).values()) {
        if (one.type === "inbound-rtp" && one.kind === "video") bytes += one.bytesReceived
      }
    }
    return bytes
  })()`)

/**
 * One second later, nothing arrives over these connections any more. Time is measured by the frames of a viewer who
 * stays: fifteen are a second of the camera, and two of the drawn loop.
 */
export const isCutWithinASecond = async (
  holding: Tab,
  connections: number,
  staying: Tab,
): Promise<void> => {
  const aSecond = async () => {
    const before = await framesOf(staying)
    await expect.poll(() => framesOf(staying), WAIT).toBeGreaterThanOrEqual(before + 15)
  }
  await aSecond()
  const bytes = await heldBytes(holding, connections)
  expect(bytes).toBeGreaterThan(0)
  await aSecond()
  expect(await heldBytes(holding, connections)).toBe(bytes)
}
