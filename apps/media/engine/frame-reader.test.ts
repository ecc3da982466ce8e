import { Buffer } from "node:buffer"
import * as fc from "fast-check"
import { encodeTcpFrame } from "werift"
import { expect, it } from "vitest"
import { FrameReader } from "./frame-reader.ts"

const MOST = 300

it("a stream of frames is read once and whole, wherever it is split", () => {
  const frames = fc.array(fc.uint8Array({ minLength: 1, maxLength: MOST }), { maxLength: 20 })
  const cuts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(frames, cuts, (sent, steps) => {
      const stream = Buffer.concat(sent.map((frame) => encodeTcpFrame(Buffer.from(frame))))
      const reader = new FrameReader(MOST)
      const read: Array<Buffer> = []
      for (let at = 0, step = 0; at < stream.length; step += 1) {
        const end = at + (steps[step % steps.length] ?? 1)
        read.push(...(reader.read(stream.subarray(at, end)) ?? []))
        at = end
        expect(reader.keptBytes).toBeLessThan(MOST + 2)
      }
      expect(read.map((frame) => [...frame])).toEqual(sent.map((frame) => [...frame]))
      expect(reader.keptBytes).toBe(0)
    }),
  )
})

it("a frame of the longest allowed length is read", () => {
  const longest = Buffer.alloc(MOST, 1)
  expect(new FrameReader(MOST).read(encodeTcpFrame(longest))).toEqual([longest])
})

it("a frame longer than allowed ends the reading at once, and nothing behind it is read", () => {
  const reader = new FrameReader(MOST)
  expect(reader.read(Buffer.from([0x01, 0x2d]))).toBeUndefined()
  expect(reader.keptBytes).toBe(0)
})
