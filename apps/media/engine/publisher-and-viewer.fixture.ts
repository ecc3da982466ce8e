/** A publisher and a viewer that watches it already, without a browser. */
import { Result } from "effect"
import { RtpHeader, RtpPacket } from "werift"
import { expect } from "vitest"
import { fakePublisher, fakeViewer } from "../webrtc-client.fixture.ts"
import type { WeriftEngine } from "./werift-engine.ts"

export const MEDIA_WAIT = { timeout: 20_000, interval: 20 }
export const PATH = "live/hostile"

export const publisherAndViewer = async (engine: WeriftEngine) => {
  const publisher = await fakePublisher(1)
  const offer = { path: PATH, id: "publisher", offer: publisher.offer }
  const published = Result.getOrThrow(await engine.publish(offer))
  await publisher.accept(published.sdp)
  const viewer = await fakeViewer()
  const watching = { path: PATH, id: "viewer", offer: viewer.offer, loop: "short" }
  await viewer.accept(Result.getOrThrow(await engine.watch(watching)).sdp)
  const sees = async () => {
    const before = viewer.seen.length
    await expect.poll(() => viewer.seen.length - before, MEDIA_WAIT).toBeGreaterThan(20)
  }
  await sees()
  return { publisher, viewer, sees, answer: published.sdp }
}

/** A packet of video with this number. */
export const numbered = (sequenceNumber: number) =>
  new RtpPacket(new RtpHeader({ sequenceNumber }), Buffer.of(0x10, 1, 0, 0, 1))
