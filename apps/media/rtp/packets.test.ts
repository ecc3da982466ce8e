import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { rembBitRate } from "./bit-rate.ts"
import type { VideoCodec } from "../sdp/offer.ts"
import { KeyFrameRequests } from "./key-frame-requests.ts"
import { beginsKeyFrame } from "./key-frames.ts"
import { vp8Payloads } from "./vp8-packets.ts"

type Case = [codec: VideoCodec, expected: boolean, bytes: ReadonlyArray<number>, what: string]

describe("a key frame", () => {
  it.each<Case>([
    ["VP8", true, [0x10, 0x00], "a plain descriptor"],
    ["VP8", false, [0x10, 0x01], "a frame between"],
    ["VP8", false, [0x00, 0x00], "the middle of a frame"],
    ["VP8", false, [0x11, 0x00], "another partition"],
    ["VP8", true, [0x90, 0x80, 0x05, 0x00], "a short picture id"],
    ["VP8", true, [0x90, 0x80, 0x85, 0x01, 0x00], "a long picture id"],
    ["VP8", true, [0x90, 0xe0, 0x85, 0x01, 0x07, 0x20, 0x00], "every field"],
    ["VP8", false, [0x90, 0xe0, 0x85, 0x01, 0x07, 0x20, 0x01], "every field of a frame between"],
    ["VP8", false, [0x90, 0x80], "an end too early"],
    ["H264", true, [0x67, 0x42], "its parameters"],
    ["H264", true, [0x65, 0x88], "its picture"],
    ["H264", false, [0x41, 0x9a], "a picture between"],
    ["H264", true, [0x78, 0x00, 0x0b, 0x67, 0x42], "an aggregate"],
    ["H264", true, [0x7c, 0x85, 0x88], "its first fragment"],
    ["H264", false, [0x7c, 0x05, 0x88], "a later fragment"],
    ["H264", false, [0x7c, 0x81, 0x88], "a fragment of a picture between"],
  ])("of %s is %s for %j: %s", (codec, expected, bytes) => {
    expect(beginsKeyFrame(codec, Uint8Array.from(bytes))).toBe(expected)
  })

  it("is looked for in any bytes without an error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        expect([true, false]).toContain(beginsKeyFrame("VP8", bytes))
        expect([true, false]).toContain(beginsKeyFrame("H264", bytes))
      }),
    )
  })

  it("is asked for once in 300 ms, and requests made meanwhile are sent as one after that", () => {
    const requests = new KeyFrameRequests()
    expect(requests.ask(1_000)).toBe(0)
    expect(requests.ask(1_100)).toBe(200)
    expect(requests.ask(1_200)).toBeNull()
    requests.due(1_300)
    expect(requests.ask(1_350)).toBe(250)
    requests.due(1_600)
    expect(requests.ask(1_900)).toBe(0)
  })
})

describe("a drawn loop's frame", () => {
  it("is cut into packets of which one begins it and which together hold all of it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 5_000 }), (frame) => {
        const payloads = vp8Payloads(frame)
        expect(payloads.map((payload) => payload[0])).toEqual(
          payloads.map((_, index) => (index === 0 ? 0x10 : 0)),
        )
        expect(Buffer.concat(payloads.map((payload) => payload.subarray(1)))).toEqual(
          Buffer.from(frame),
        )
        expect(Math.max(...payloads.map(({ length }) => length))).toBeLessThanOrEqual(1_101)
      }),
    )
  })
})

describe("a bit rate", () => {
  it("fits into 18 bits, and is hardly lower than the one meant", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (bitsPerSecond) => {
        const { brExp, brMantissa } = rembBitRate(bitsPerSecond)
        expect(brMantissa).toBeLessThan(2 ** 18)
        const written = brMantissa * 2 ** brExp
        expect(written).toBeLessThanOrEqual(bitsPerSecond)
        expect(bitsPerSecond - written).toBeLessThan(2 ** brExp)
      }),
    )
    expect(rembBitRate(2_500_000)).toEqual({ brExp: 4, brMantissa: 156_250 })
  })
})
