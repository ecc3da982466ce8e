import { describe, expect, it } from "vitest"
import { ControlPacketFilter } from "./control-packet-filter.ts"

/** As long as its header says, and full of zeros. */
const packet = (type: number, count: number, words: number): Buffer => {
  const bytes = Buffer.alloc(4 + words * 4)
  bytes.writeUInt8(0x80 | count, 0)
  bytes.writeUInt8(type, 1)
  bytes.writeUInt16BE(words, 2)
  return bytes
}

const REPORT = packet(201, 0, 1)
const REQUEST = packet(205, 1, 3)
const KEY_FRAME = packet(206, 1, 2)

describe("control packets", () => {
  it("are read one by one, where they are reports or requests", () => {
    const compound = Buffer.concat([REPORT, REQUEST, KEY_FRAME])
    expect(new ControlPacketFilter().filter(compound, 0)).toEqual([REPORT, REQUEST, KEY_FRAME])
  })

  it.each([
    ["transport-wide feedback", packet(205, 15, 5)],
    ["an estimate", packet(206, 15, 5)],
    ["a description", packet(202, 1, 5)],
    ["a farewell", packet(203, 1, 1)],
    ["another kind", packet(207, 0, 2)],
  ])("are passed over where one is %s", (_, other) => {
    const compound = Buffer.concat([REPORT, other, KEY_FRAME])
    expect(new ControlPacketFilter().filter(compound, 0)).toEqual([REPORT, KEY_FRAME])
  })

  it("are read as far as they are complete", () => {
    const compound = Buffer.concat([REPORT, REQUEST.subarray(0, -1)])
    expect(new ControlPacketFilter().filter(compound, 0)).toEqual([REPORT])
    expect(new ControlPacketFilter().filter(REPORT.subarray(0, 3), 0)).toEqual([])
    expect(new ControlPacketFilter().filter(Buffer.alloc(0), 0)).toEqual([])
  })

  it("name 64 groups of lost packets at most", () => {
    const [read] = new ControlPacketFilter().filter(packet(205, 1, 300), 0)
    expect(read?.length).toBe(12 + 64 * 4)
  })

  it("are limited to 200 a second, however they are bundled", () => {
    const control = new ControlPacketFilter()
    const bundle = Buffer.concat(Array.from({ length: 150 }, () => REPORT))
    const read = (atMs: number) => control.filter(bundle, atMs).length
    expect([read(0), read(0), read(0), read(500), read(500), read(100_000), read(100_000)]).toEqual(
      [150, 50, 0, 100, 0, 150, 50],
    )
  })
})
