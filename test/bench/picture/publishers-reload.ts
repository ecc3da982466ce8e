/**
 * How long a viewer's picture freezes when the publisher's page is reloaded, and when a second publisher takes
 * over. The engine as a process, a page with a camera, and a page that records every frame it shows.
 */
import type { Page } from "playwright-core"
import { type MediaPage, startPageHost } from "../../media/media-page.ts"
import { openCameraBrowser } from "../../support/browser.ts"
import { type RelayProcess, startRelay } from "../media/relay-process.ts"

const TOKEN = "anybody"
/** Frames after which a picture counts as running. */
const ENOUGH = 30

export interface Reload {
  /** From the new page's offer to its first frame at the viewer, which ends the pause. */
  readonly fromOfferMs: number
  readonly pauseMs: number
  readonly takeoverMs: number
}

/** Times on the machine's clock, so that those of different pages are comparable. */
const NOW = "performance.timeOrigin + performance.now()"

const NOTICE_FRAMES = `(() => {
  globalThis.benchFrames = []
  const video = document.querySelector("video")
  const look = (_, { presentationTime }) => {
    benchFrames.push(performance.timeOrigin + presentationTime)
    video.requestVideoFrameCallback(look)
  }
  video.requestVideoFrameCallback(look)
})()`

/** Runs in a publisher's page before its own script: records when it makes its offer. */
const NOTICE_OFFER = `
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    setLocalDescription(...description) {
      globalThis.benchOfferedAt = ${NOW}
      return super.setLocalDescription(...description)
    }
  }
`

const framesOf = (page: Page) => page.evaluate<ReadonlyArray<number>>("benchFrames")

const framesAfter = async (page: Page, atMs: number): Promise<ReadonlyArray<number>> => {
  await page.waitForFunction(
    `benchFrames.filter((at) => at > ${String(atMs)}).length >= ${String(ENOUGH)}`,
  )
  return framesOf(page)
}

/** The gap between the last frame before that moment and the first one after it. */
const pauseAt = (frames: ReadonlyArray<number>, atMs: number) => ({
  beganMs: frames.findLast((frame) => frame <= atMs) ?? Number.NaN,
  endedMs: frames.find((frame) => frame > atMs) ?? Number.NaN,
})

/** The longest time without a frame from that moment on. */
const longestPause = (frames: ReadonlyArray<number>, fromMs: number): number =>
  Math.max(...frames.map((at, index) => (at < fromMs ? 0 : at - (frames[index - 1] ?? at))))

const now = (page: Page) => page.evaluate<number>(NOW)

/** Returns when it made its offer. */
const publishing = async ({ publish, page }: MediaPage, { url }: RelayProcess): Promise<number> => {
  const { status } = await publish("camera", { url: `${url}/live/1/whip`, token: TOKEN })
  if (status !== 201) throw new Error(`WHIP answered ${String(status)}`)
  return page.evaluate<number>("benchOfferedAt")
}

/** The first packet publishes the stream; before it there is nothing to watch. */
const isPublished = async ({ hooks }: RelayProcess): Promise<void> => {
  while (!hooks.told.some(({ kind }) => kind === "published")) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const measureOne = async (
  viewer: Page,
  first: MediaPage,
  second: MediaPage,
  relay: RelayProcess,
): Promise<Reload> => {
  await first.page.reload()
  // The camera starts before the offer is made: by then the old page's frames have long ended.
  const offeredAt = await publishing(first, relay)
  const { beganMs, endedMs } = pauseAt(await framesAfter(viewer, offeredAt), offeredAt)
  const takesOverAt = await publishing(second, relay)
  const takeoverMs = longestPause(await framesAfter(viewer, takesOverAt), takesOverAt)
  await second.closePeer("camera")
  await publishing(first, relay)
  return { fromOfferMs: endedMs - offeredAt, pauseMs: endedMs - beganMs, takeoverMs }
}

export const measureReloads = async (rounds: number): Promise<ReadonlyArray<Reload>> => {
  const relay = await startRelay("engine")
  relay.hooks.loops.set(TOKEN, null)
  const host = await startPageHost()
  const browser = await openCameraBrowser(30)
  try {
    const [first, second, watching] = [
      await host.openPage(browser),
      await host.openPage(browser),
      await host.openPage(browser),
    ]
    for (const { page } of [first, second]) {
      await page.addInitScript(NOTICE_OFFER)
      await page.reload()
    }
    await publishing(first, relay)
    await isPublished(relay)
    const { status } = await watching.watch("viewer", {
      url: `${relay.url}/live/1/whep`,
      token: TOKEN,
    })
    if (status !== 201) throw new Error(`WHEP answered ${String(status)}`)
    await watching.page.evaluate(NOTICE_FRAMES)
    const all: Array<Reload> = []
    for (let round = 0; round < rounds; round += 1) {
      await framesAfter(watching.page, await now(watching.page))
      all.push(await measureOne(watching.page, first, second, relay))
    }
    return all
  } finally {
    await browser.close()
    await host.close()
    await relay.stop()
  }
}
