/** What strangers and clients with a token can send: nothing of it ends the engine or anybody's picture. */
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { createConnection } from "node:net"
import { setImmediate } from "node:timers/promises"
import { Result } from "effect"
import * as fc from "fast-check"
import { RtpHeader, RtpPacket } from "werift"
import { expect, it } from "vitest"
import { PUBLISH_OFFER, WATCH_OFFER } from "../sdp/browser-offers.fixture.ts"
import { fakePublisher } from "../webrtc-client.fixture.ts"
import { announcedAddress } from "./announced-address.fixture.ts"
import { numbered, PATH, publisherAndViewer, MEDIA_WAIT } from "./publisher-and-viewer.fixture.ts"
import { engineOfEachTest, startEngine } from "./werift-engine.fixture.ts"

const engine = engineOfEachTest()

/** The same each time, and other than those of the other tests. */
const drawn = <A>(arbitrary: fc.Arbitrary<A>, numRuns: number, seed: number) =>
  fc.sample(arbitrary, { numRuns, seed })

const STUN = Buffer.from("0001000c2112a442000102030405060708090a0b00060008613a626300000000", "hex")

it("the engine goes on under thousands of invented packets, over UDP and TCP", async () => {
  const { sees, answer } = await publisherAndViewer(engine())
  const udp = announcedAddress(answer, "udp")
  const tcp = announcedAddress(answer, "tcp")
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    // STUN, DTLS, RTP and RTCP by their first bytes, and nothing right behind them.
    fc
      .tuple(
        fc.constantFrom([0, 1], [0x16, 0xfe], [0x14, 0xfe], [0x80, 96], [0x80, 200], [0x8f, 206]),
        fc.uint8Array({ maxLength: 200 }),
      )
      .map(([begin, rest]) => Uint8Array.from([...begin, ...rest])),
    fc
      .tuple(fc.nat({ max: STUN.length - 1 }), fc.nat({ max: 255 }))
      .map(([at, value]) => Uint8Array.from(STUN).with(at, value)),
  )
  const socket = createSocket("udp4")
  for (const datagram of drawn(bytes, 3_000, 1)) socket.send(datagram, udp.port, udp.address)
  const stream = createConnection(tcp.port, tcp.address)
  stream.on("error", () => undefined)
  await once(stream, "connect")
  for (const part of drawn(bytes, 500, 2)) {
    stream.write(Buffer.concat([Uint8Array.of(0, part.length), part]))
  }
  await sees()
  socket.close()
  stream.destroy()
})

it("the engine goes on whatever a publisher with a token sends as video", async () => {
  const { publisher, sees } = await publisherAndViewer(engine())
  const packets = fc.record({
    sequenceNumber: fc.integer({ min: 0, max: 0xffff }),
    timestamp: fc.integer({ min: 0, max: 0xffff_ffff }),
    marker: fc.boolean(),
    payload: fc.uint8Array({ maxLength: 300 }),
  })
  for (const { payload, ...header } of drawn(packets, 3_000, 3)) {
    publisher.write(new RtpPacket(new RtpHeader(header), Buffer.from(payload)))
  }
  await sees()
})

it("the engine ends a publisher that goes on sending thousands of packets a second, however small", async () => {
  let written = 0
  // 4,000 of its packets are a second.
  const { engine: counting, told } = startEngine({ now: () => written / 4 })
  const publisher = await fakePublisher(1)
  const published = await counting.publish({ path: PATH, id: "many", offer: publisher.offer })
  await publisher.accept(Result.getOrThrow(published).sdp)
  await expect.poll(() => told, MEDIA_WAIT).toContainEqual({ kind: "published", path: PATH })
  const isEnded = () => told.some(({ kind }) => kind === "left")
  while (!isEnded() && written < 400_000) {
    for (let packet = 0; packet < 20; packet += 1)
      publisher.write(numbered((written += 1) & 0xffff))
    await setImmediate()
  }
  expect(isEnded()).toBe(true)
  await counting.shutDown()
})

it("the engine goes on whatever a publisher or viewer with a token sends as control packets", async () => {
  const { publisher, viewer, sees } = await publisherAndViewer(engine())
  const control = fc
    .tuple(
      fc.constantFrom(0x80, 0x81, 0x8f, 0x9f, 0xa1),
      fc.integer({ min: 200, max: 207 }),
      fc.nat({ max: 0xffff }),
      fc.boolean(),
      // The sender's number at least, or there is nothing to encrypt.
      fc.uint8Array({ minLength: 4, maxLength: 120 }),
    )
    .map(([first, type, length, isTrue, rest]) => {
      const words = isTrue ? Math.floor(rest.length / 4) : length
      return Uint8Array.from([first, type, words >> 8, words & 0xff, ...rest])
    })
  for (const bytes of drawn(control, 2_000, 4)) {
    await publisher.control(bytes)
    await viewer.control(bytes)
  }
  await sees()
})

it("the engine answers or refuses every offer that was changed on its way, and goes on", async () => {
  const { sees } = await publisherAndViewer(engine())
  const lines = PUBLISH_OFFER.split("\r\n")
  const change = fc.record({
    line: fc.nat({ max: lines.length - 1 }),
    how: fc.constantFrom("drop", "double", "number", "cut"),
    at: fc.nat({ max: 60 }),
    number: fc.nat(),
    side: fc.constantFrom("publish", "watch"),
  })
  let answered = 0
  for (const [index, { line, how, at, number, side }] of drawn(change, 400, 5).entries()) {
    const changed = (side === "publish" ? PUBLISH_OFFER : WATCH_OFFER).split("\r\n")
    const old = changed[line] ?? ""
    if (how === "drop") changed.splice(line, 1)
    if (how === "double") changed.splice(line, 0, old)
    if (how === "number") changed[line] = old.replace(/\d+/u, String(number))
    if (how === "cut") changed[line] = old.slice(0, at)
    const request = { id: `changed-${index}`, path: "live/changed", offer: changed.join("\r\n") }
    const result =
      side === "publish"
        ? await engine().publish(request)
        : await engine().watch({ ...request, loop: "short" })
    if (Result.isSuccess(result)) {
      answered += 1
      expect(await engine().close(result.success.resource)).toBe(true)
    }
  }
  expect(answered).toBeGreaterThan(50)
  expect(engine().counts()).toMatchObject({ publishers: 1, viewers: 1 })
  await sees()
})
