import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readIvf } from "./ivf.ts"

const ivf = (frames: ReadonlyArray<Uint8Array>, rate = 15): Buffer => {
  const header = Buffer.alloc(32)
  header.write("DKIF", 0, "latin1")
  header.writeUInt16LE(32, 6)
  header.write("VP80", 8, "latin1")
  header.writeUInt16LE(480, 12)
  header.writeUInt16LE(360, 14)
  header.writeUInt32LE(rate, 16)
  header.writeUInt32LE(1, 20)
  const parts = frames.map((bytes, index) => {
    const before = Buffer.alloc(12)
    before.writeUInt32LE(bytes.length, 0)
    before.writeBigUInt64LE(BigInt(index), 4)
    return Buffer.concat([before, bytes])
  })
  return Buffer.concat([header, ...parts])
}

describe("an IVF file", () => {
  it("yields its frames with the times at which they are shown", () => {
    const file = Result.getOrThrow(readIvf(ivf([Uint8Array.of(1), Uint8Array.of(2, 3)], 10)))
    expect(file).toEqual({
      width: 480,
      height: 360,
      frames: [
        { atMs: 0, bytes: Buffer.of(1) },
        { atMs: 100, bytes: Buffer.of(2, 3) },
      ],
    })
  })

  it("is refused where it ends within a frame, or has none or no time base", () => {
    const file = ivf([Uint8Array.of(1, 2, 3)])
    for (const broken of [
      file.subarray(0, -1),
      file.subarray(0, 40),
      ivf([]),
      ivf([Uint8Array.of()]),
      ivf([Uint8Array.of(1)], 0),
    ]) {
      expect(Result.isFailure(readIvf(broken))).toBe(true)
    }
  })

  it("is read or refused, and never throws, whatever the bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat({ max: 40 }), (bytes, at) => {
        const file = ivf([Uint8Array.of(1, 2, 3), Uint8Array.of(4)])
        file.set(bytes.subarray(0, file.length - at), at)
        expect([true, false]).toContain(Result.isSuccess(readIvf(file)))
      }),
    )
  })
})
