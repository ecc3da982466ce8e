/** What is asked for again, of a publisher and by a viewer: what was lost is sent, and no more than there may be. */
import { expect, it } from "vitest"
import { numbered, publisherAndViewer, MEDIA_WAIT } from "./publisher-and-viewer.fixture.ts"
import { engineOfEachTest } from "./werift-engine.fixture.ts"

const engine = engineOfEachTest()

it("the engine asks a publisher again for packets missing between near numbers, also where they wrap, and not for far ones", async () => {
  const { publisher } = await publisherAndViewer(engine())
  publisher.fallSilent()
  publisher.write(numbered(30_000))
  for (let round = 0; round < 20; round += 1) {
    for (const number of [65_535, 65_534, 65_535, 30_000]) publisher.write(numbered(number))
  }
  for (const number of [65_533, 65_535, 2]) publisher.write(numbered(number))
  const asked = () => [...new Set(publisher.asked)].toSorted((one, other) => one - other)
  await expect.poll(() => asked().includes(1), MEDIA_WAIT).toBe(true)
  expect(asked()).toEqual([0, 1, 65_534])
})

/** RFC 4585, section 6.2.1: `groups` times a number and the 16 after it. */
const requestForLost = (ssrc: number, first: number, groups: number): Buffer => {
  const bytes = Buffer.alloc(12 + groups * 4)
  bytes.writeUInt32BE(0x81_cd_00_00 + 2 + groups, 0)
  bytes.writeUInt32BE(1, 4)
  bytes.writeUInt32BE(ssrc, 8)
  for (let at = 12; at < bytes.length; at += 4) bytes.writeUInt32BE(first * 0x1_0000 + 0xffff, at)
  return bytes
}

it("the engine sends a viewer at most 200 KB again, however much of a small picture it asks for", async () => {
  const { viewer, sees } = await publisherAndViewer(engine())
  const numbersSeen = () => new Set(viewer.seen.map(({ sequenceNumber }) => sequenceNumber)).size
  const before = engine().counts().bytesSent
  for (let round = 0; round < 40; round += 1) {
    const { ssrc, sequenceNumber } = viewer.seen.at(-1) ?? { ssrc: 0, sequenceNumber: 0 }
    await viewer.control(requestForLost(ssrc, (sequenceNumber - 17) & 0xffff, 290))
  }
  // Whatever it asked for has been read before what the publisher sends from now on.
  const seen = numbersSeen()
  await expect.poll(() => numbersSeen() - seen, MEDIA_WAIT).toBeGreaterThan(20)
  expect(engine().counts().bytesSent - before).toBeLessThan(200_000)
  await sees()
})

it("the engine sends a viewer the packets that it has lost, once it asks", async () => {
  const { viewer } = await publisherAndViewer(engine())
  const { ssrc, sequenceNumber } = viewer.seen.at(-1) ?? { ssrc: 0, sequenceNumber: 0 }
  const times = () => viewer.seen.filter((one) => one.sequenceNumber === sequenceNumber).length
  expect(times()).toBe(1)
  await viewer.control(requestForLost(ssrc, sequenceNumber, 1))
  await expect.poll(times, MEDIA_WAIT).toBe(2)
})

it("the engine reads the first 64 groups of a request for lost packets, and nothing after them", async () => {
  const { viewer } = await publisherAndViewer(engine())
  const [last, before] = [viewer.seen.at(-1), viewer.seen.at(-2)]
  if (last === undefined || before === undefined) throw new Error("it has seen nothing")
  const times = (number: number) =>
    viewer.seen.filter(({ sequenceNumber }) => sequenceNumber === number).length
  // Of a number that was never sent, but for the last group.
  const request = requestForLost(last.ssrc, (last.sequenceNumber + 20_000) & 0xffff, 65)
  request.writeUInt32BE(last.sequenceNumber * 0x1_0000, request.length - 4)
  await viewer.control(request)
  const next = requestForLost(last.ssrc, before.sequenceNumber, 1)
  next.writeUInt16BE(0, next.length - 2)
  await viewer.control(next)
  await expect.poll(() => times(before.sequenceNumber), MEDIA_WAIT).toBe(2)
  expect(times(last.sequenceNumber)).toBe(1)
})
