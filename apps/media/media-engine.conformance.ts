/**
 * What every media engine guarantees, whichever way it is spoken to: run against the embedded one directly
 * (engine/werift-engine.server.test.ts) and over HTTP as a foreign one (media.server.test.ts).
 */
import { Result } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { EngineEvent, MediaEngine } from "./engine/media-engine.ts"
import {
  closeClients,
  type FakePublisher,
  fakePublisher,
  type FakeViewer,
  fakeViewer,
} from "./webrtc-client.fixture.ts"

export interface EngineUnderTest {
  readonly engine: MediaEngine
  /** The events of a path; sessions have the ids of this test. */
  readonly toldOf: (path: string) => ReadonlyArray<EngineEvent>
  readonly close: () => Promise<void>
}

let sessions = 0
const newId = () => `session-${(sessions += 1)}-${process.pid}`
const newPath = () => `live/performer-${(sessions += 1)}`

const WAIT = { timeout: 20_000, interval: 20 }

export const describeMediaEngine = (name: string, start: () => Promise<EngineUnderTest>): void => {
  describe(name, () => {
    let under: EngineUnderTest
    beforeAll(async () => {
      under = await start()
    })
    afterEach(closeClients)
    afterAll(() => under.close())

    interface Connected<C> {
      readonly client: C
      readonly id: string
      readonly resource: string
    }

    const publish = async (path: string, publisher = 1): Promise<Connected<FakePublisher>> => {
      const client = await fakePublisher(publisher)
      const id = newId()
      const request = { id, path, offer: client.offer }
      const { sdp, resource } = Result.getOrThrow(await under.engine.publish(request))
      await client.accept(sdp)
      return { client, id, resource }
    }
    const published = async (path: string, publisher = 1) => {
      const connected = await publish(path, publisher)
      await expect
        .poll(() => under.toldOf(path).some(({ kind }) => kind === "published"), WAIT)
        .toBe(true)
      return connected
    }
    const watch = async (
      path: string,
      loop: string | null = null,
    ): Promise<Connected<FakeViewer>> => {
      const client = await fakeViewer()
      const id = newId()
      const request = { id, path, offer: client.offer, loop }
      const { sdp, resource } = Result.getOrThrow(await under.engine.watch(request))
      await client.accept(sdp)
      return { client, id, resource }
    }
    const refusal = async (path: string, offer: string) => {
      const answered = await under.engine.watch({ id: newId(), path, offer, loop: null })
      return Result.isFailure(answered) ? answered.failure._tag : "answered"
    }
    const sees = ({ client }: Connected<FakeViewer>, publisher: number) =>
      expect
        .poll(
          () => client.seen.filter((packet) => packet.publisher === publisher).length >= 12,
          WAIT,
        )
        .toBe(true)
    /** As a decoder sees the stream: numbers without a gap, timestamps that do not go back. */
    const expectWhole = ({ client }: Connected<FakeViewer>) => {
      const { seen } = client
      expect(seen[0]?.isKeyFrame).toBe(true)
      const steps = seen
        .slice(1)
        .map(
          ({ sequenceNumber }, at) => (sequenceNumber - (seen[at]?.sequenceNumber ?? 0)) & 0xffff,
        )
      expect(new Set(steps)).toEqual(new Set([1]))
      const passed = seen
        .slice(1)
        .map(({ timestamp }, at) => (timestamp - (seen[at]?.timestamp ?? 0)) >>> 0)
      expect(Math.max(...passed)).toBeLessThan(90_000 * 30)
    }

    it("sends viewers what a publisher sends, from a key frame on", async () => {
      const path = newPath()
      await published(path)
      const [one, other] = [await watch(path), await watch(path)]
      await Promise.all([sees(one, 1), sees(other, 1)])
      expectWhole(one)
      expectWhole(other)
    })

    it("gives viewers the publisher's time on the timestamps that they receive", async () => {
      const path = newPath()
      await published(path)
      const viewer = await watch(path)
      await expect.poll(() => viewer.client.reports.length, WAIT).toBeGreaterThan(0)
      const [report] = viewer.client.reports
      const { ssrc, timestamp = 0 } = viewer.client.seen.at(-1) ?? {}
      expect(report?.ssrc).toBe(ssrc)
      // What was sent last when it was written: within some seconds of what came last.
      const distance = (timestamp - (report?.rtpTimestamp ?? 0)) | 0
      expect(Math.abs(distance)).toBeLessThan(90_000 * 10)
    })

    it("shows the viewers of a path no pictures of another", async () => {
      const [path, elsewhere] = [newPath(), newPath()]
      await published(path, 1)
      await published(elsewhere, 2)
      const viewer = await watch(path)
      await sees(viewer, 1)
      expect(viewer.client.seen.every(({ publisher }) => publisher === 1)).toBe(true)
    })

    it("continues for viewers when the publisher reconnects", async () => {
      const path = newPath()
      const first = await published(path, 1)
      const viewer = await watch(path)
      await sees(viewer, 1)
      expect(await under.engine.close(first.resource)).toBe(true)
      await publish(path, 2)
      await sees(viewer, 2)
      expectWhole(viewer)
      await expect
        .poll(() => under.toldOf(path).map(({ kind }) => kind), WAIT)
        .toEqual(["published", "unpublished", "left", "published"])
    })

    it("lets a second publisher take over, and reports that the first has left", async () => {
      const path = newPath()
      const first = await published(path, 1)
      const viewer = await watch(path)
      await sees(viewer, 1)
      await publish(path, 2)
      await sees(viewer, 2)
      expectWhole(viewer)
      expect(await under.engine.kick(first.id)).toBe(false)
      await expect
        .poll(() => under.toldOf(path), WAIT)
        .toEqual([
          { kind: "published", path },
          { kind: "left", path, id: first.id },
        ])
    })

    it("cuts a viewer within a second", async () => {
      const path = newPath()
      await published(path)
      const [viewer, other] = [await watch(path), await watch(path)]
      await Promise.all([sees(viewer, 1), sees(other, 1)])
      expect(await under.engine.kick(viewer.id)).toBe(true)
      const cutAt = viewer.client.seen.length
      const seenByOther = other.client.seen.length
      // A second of the publisher's, by what the other one sees of it.
      await expect
        .poll(() => other.client.seen.length - seenByOther, WAIT)
        .toBeGreaterThanOrEqual(50)
      expect(viewer.client.seen.length - cutAt).toBeLessThan(50)
      const thenSeen = viewer.client.seen.length
      await expect
        .poll(() => other.client.seen.length - seenByOther, WAIT)
        .toBeGreaterThanOrEqual(80)
      expect(viewer.client.seen.length).toBe(thenSeen)
      expect(await under.engine.kick(viewer.id)).toBe(false)
      expect(await under.engine.close(viewer.resource)).toBe(false)
      expect(under.toldOf(path)).toEqual([{ kind: "published", path }])
    })

    it("cuts a publisher, and reports that its path is free", async () => {
      const path = newPath()
      const publisher = await published(path)
      const viewer = await watch(path)
      await sees(viewer, 1)
      expect(await under.engine.kick(publisher.id)).toBe(true)
      await expect
        .poll(() => under.toldOf(path), WAIT)
        .toEqual([
          { kind: "published", path },
          { kind: "unpublished", path },
        ])
    })

    it("lists the sessions that it has, and those that ended no more", async () => {
      const path = newPath()
      const publisher = await published(path)
      const viewer = await watch(path)
      const here = async () =>
        (await under.engine.sessions()).filter((session) => session.path === path)
      expect(await here()).toEqual([
        { id: publisher.id, path, side: "publish" },
        { id: viewer.id, path, side: "watch" },
      ])
      await under.engine.kick(viewer.id)
      expect(await here()).toEqual([{ id: publisher.id, path, side: "publish" }])
    })

    it("closes a session once, and reports that it has left", async () => {
      const path = newPath()
      await published(path)
      const viewer = await watch(path)
      expect(await under.engine.close(viewer.resource)).toBe(true)
      expect(await under.engine.close(viewer.resource)).toBe(false)
      await expect
        .poll(() => under.toldOf(path).at(-1), WAIT)
        .toEqual({ kind: "left", path, id: viewer.id })
    })

    it("shows the drawn loop where nobody publishes, and the publisher as soon as there is one", async () => {
      const path = newPath()
      const viewer = await watch(path, "short")
      await sees(viewer, 99)
      const publisher = await publish(path, 1)
      await sees(viewer, 1)
      expect(await under.engine.close(publisher.resource)).toBe(true)
      const shown = viewer.client.seen.length
      await expect
        .poll(
          () => viewer.client.seen.slice(shown).filter((one) => one.publisher === 99).length,
          WAIT,
        )
        .toBeGreaterThan(3)
      expectWhole(viewer)
    })

    it("shows a cued reaction of the loop once to all its viewers, and the loop again after it", async () => {
      const path = newPath()
      const viewers = [await watch(path, "short"), await watch(path, "short")]
      await Promise.all(viewers.map((viewer) => sees(viewer, 99)))
      await under.engine.cue(path, "laugh")
      await under.engine.cue(path, "dance")
      for (const viewer of viewers) {
        const { seen } = viewer.client
        const reacts = () => seen.findIndex(({ publisher }) => publisher === 98)
        await expect.poll(reacts, WAIT).toBeGreaterThan(0)
        await expect
          .poll(() => seen.slice(reacts()).filter(({ publisher }) => publisher === 99).length, WAIT)
          .toBeGreaterThan(3)
        expect(seen.filter(({ publisher }) => publisher === 98)).toHaveLength(2)
        expectWhole(viewer)
      }
    })

    it("lets viewers of the loop hear it, by a clock that goes on without a gap", async () => {
      const { client } = await watch(newPath(), "short")
      await expect.poll(() => client.heard.length, WAIT).toBeGreaterThan(5)
      const steps = client.heard.slice(1).map((at, index) => at - (client.heard[index] ?? 0))
      expect(new Set(steps)).toEqual(new Set([2_880]))
    })

    it("refuses what cannot be watched, and goes on unharmed", async () => {
      const path = newPath()
      const { offer } = await fakeViewer()
      expect(await refusal(path, offer)).toBe("NothingToWatch")
      await published(path)
      expect(await refusal(path, (await fakeViewer("H264")).offer)).toBe("OfferUnsupported")
      for (const garbage of [
        "",
        "v=0",
        "m=video",
        offer.replaceAll("a=mid", "a=dim"),
        "\0".repeat(99),
      ]) {
        expect(await refusal(path, garbage)).toBe("OfferMalformed")
      }
      await sees(await watch(path), 1)
    })
  })
}
