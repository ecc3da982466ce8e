import { createSocket } from "node:dgram"
import { promises as dns } from "node:dns"
import { setImmediate } from "node:timers/promises"
import { Result } from "effect"
import { afterEach, expect, it, vi } from "vitest"
import { describeMediaEngine } from "../media-engine.conformance.ts"
import { mediaConfig } from "../running-media.fixture.ts"
import { closeClients, fakePublisher, fakeViewer } from "../webrtc-client.fixture.ts"
import { startEngine } from "./werift-engine.fixture.ts"

describeMediaEngine("the embedded engine", () => {
  const { engine, told } = startEngine()
  return Promise.resolve({
    engine,
    toldOf: (path: string) => told.filter((event) => event.path === path),
    close: () => engine.shutDown(),
  })
})

afterEach(closeClients)

const WAIT = { timeout: 20_000, interval: 20 }

it("the engine notices a publisher that has fallen silent and a viewer that is gone without a word", async () => {
  let later = 0
  const { engine, told } = startEngine({ now: () => performance.now() + later })
  const publisher = await fakePublisher(1)
  const path = "live/silent"
  const request = { path, offer: publisher.offer, id: "publisher" }
  await publisher.accept(Result.getOrThrow(await engine.publish(request)).sdp)
  await expect.poll(() => told, WAIT).toContainEqual({ kind: "published", path })
  // Before the viewer comes: a packet that is still under way when the time jumps would let the publisher outlive it.
  publisher.fallSilent()
  const { offer } = await fakeViewer()
  // It never accepts the answer, so nothing ever comes of it.
  Result.getOrThrow(await engine.watch({ path, offer, id: "viewer", loop: null }))
  later = 11_000
  await expect
    .poll(() => told, WAIT)
    .toEqual([
      { kind: "published", path },
      { kind: "unpublished", path },
      { kind: "left", path, id: "publisher" },
      { kind: "left", path, id: "viewer" },
    ])
  expect(engine.counts()).toMatchObject({ publishers: 0, viewers: 0, floods: 0 })
  await engine.shutDown()
})

it.each([{ maxPublisherBits: 1_000 }, { maxPublisherPackets: 5 }])(
  "the engine ends a publisher that goes on sending more than the settings allow: %j",
  async (most) => {
    // Five times as fast as it is: the made-up pictures come that much more slowly.
    const { engine, told } = startEngine({
      now: () => performance.now() * 5,
      ...most,
    })
    const path = "camback/flood"
    const publisher = await fakePublisher(1)
    const request = { path, offer: publisher.offer, id: "publisher" }
    await publisher.accept(Result.getOrThrow(await engine.publish(request)).sdp)
    await expect
      .poll(() => told, WAIT)
      .toEqual([
        { kind: "published", path },
        { kind: "unpublished", path },
        { kind: "left", path, id: "publisher" },
      ])
    // It is counted as what it was: the alarm for it hangs on that.
    expect(engine.counts().floods).toBe(1)
    await engine.shutDown()
  },
)

it("the engine gives the place of a session that never connected to another, where it is full", async () => {
  let later = 0
  const { engine, told } = startEngine({ maxViewers: 1, now: () => performance.now() + later })
  const path = "live/crowded"
  const watch = async (id: string) => {
    const client = await fakeViewer()
    const answer = await engine.watch({ id, path, offer: client.offer, loop: "short" })
    return { answer, client }
  }
  expect(Result.isSuccess((await watch("an offer alone")).answer)).toBe(true)
  expect(Result.isFailure((await watch("too soon")).answer)).toBe(true)
  later = 2_000
  const viewer = await watch("a viewer")
  await viewer.client.accept(Result.getOrThrow(viewer.answer).sdp)
  expect(told).toEqual([{ kind: "left", path, id: "an offer alone" }])
  await expect.poll(() => viewer.client.seen.length, WAIT).toBeGreaterThan(0)
  later = 5_000
  expect(Result.isFailure((await watch("for whom there is no place")).answer)).toBe(true)
  await engine.shutDown()
})

it("the engine takes as many sessions as its settings say, and frees their places", async () => {
  const { engine } = startEngine({ maxViewers: 1, maxPublishers: 0 })
  const watch = async (id: string) => {
    const { offer } = await fakeViewer()
    return engine.watch({ id, path: "live/full", offer, loop: "short" })
  }
  const first = Result.getOrThrow(await watch("first"))
  expect(Result.isFailure(await watch("second"))).toBe(true)
  const { offer } = await fakePublisher(1)
  const refused = await engine.publish({ id: "third", path: "live/full", offer })
  expect(Result.isFailure(refused) && refused.failure._tag).toBe("EngineFull")
  expect(await engine.close(first.resource)).toBe(true)
  expect(Result.isSuccess(await watch("fourth"))).toBe(true)
  await engine.shutDown()
})

it("the engine frees every port of a session", async () => {
  const { ports } = mediaConfig({})
  const { engine } = startEngine({ ports: [ports[0], ports[0] + 7] })
  for (let round = 0; round < 6; round += 1) {
    const { offer } = await fakeViewer()
    const request = { id: `round-${round}`, path: "live/ports", offer, loop: "short" }
    const { resource } = Result.getOrThrow(await engine.watch(request))
    expect(await engine.close(resource)).toBe(true)
    await engine.settled()
  }
  await engine.shutDown()
})

const isFree = async (port: number): Promise<boolean> => {
  const socket = createSocket("udp4")
  const free = new Promise<boolean>((resolve) => {
    socket.once("listening", () => resolve(true)).once("error", () => resolve(false))
  })
  socket.bind(port)
  try {
    return await free
  } finally {
    socket.close()
  }
}

it("the engine frees every port of a session that is cut while it is answered, at whatever moment", async () => {
  const [first] = mediaConfig({}).ports
  // Two sessions: what one had comes to the next but one.
  const { engine } = startEngine({ ports: [first, first + 7] })
  const { offer } = await fakeViewer()
  const request = { path: "live/cut", offer, loop: "short" }
  let cut = 0
  for (let turns = 0; turns < 60; turns += 1) {
    const id = `cut-after-${turns}`
    const watching = engine.watch({ ...request, id })
    for (let turn = 0; turn < turns % 5; turn += 1) await setImmediate()
    expect(await engine.kick(id)).toBe(true)
    if (Result.isFailure(await watching)) cut += 1
    await engine.settled()
    const free = await Promise.all(Array.from({ length: 8 }, (_, at) => isFree(first + at)))
    expect(free).not.toContain(false)
  }
  expect(cut).toBeGreaterThan(10)
  for (const id of ["next", "next but one"]) {
    const { sdp } = Result.getOrThrow(await engine.watch({ ...request, id }))
    expect(sdp).toMatch(/^a=candidate:\S+ 1 udp /mu)
  }
  await engine.shutDown()
})

it("the engine asks no STUN server, and resolves no name", async () => {
  const lookup = vi.spyOn(dns, "lookup")
  const { engine } = startEngine()
  const { offer } = await fakeViewer()
  const request = { id: "private", path: "live/private", offer, loop: "short" }
  expect(Result.isSuccess(await engine.watch(request))).toBe(true)
  expect(lookup.mock.calls).toEqual([])
  lookup.mockRestore()
  await engine.shutDown()
})
