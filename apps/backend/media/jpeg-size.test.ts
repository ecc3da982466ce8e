import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { jpegSize } from "./jpeg-size.ts"
import { renderSvg } from "./render.ts"

const STILL = await renderSvg(
  { picture: { owner: "demo_1", name: "0", plain: false }, size: "200x150" },
  "jpeg",
)

const frame = (marker: number, width: number, height: number) => [
  ...[0xff, marker, 0, 11, 8],
  ...[height >> 8, height & 255, width >> 8, width & 255, 1, 1, 17, 0],
]
const jpeg = (...segments: ReadonlyArray<ReadonlyArray<number>>) =>
  Uint8Array.from([0xff, 0xd8, ...segments.flat(), 0xff, 0xd9])

describe("the size of a JPEG", () => {
  it("is read from its frame header, whatever comes before", () => {
    expect(jpegSize(STILL)).toEqual({ width: 200, height: 150 })
    const comment = [0xff, 0xfe, 0, 4, 1, 2]
    expect(jpegSize(jpeg(comment, frame(0xc2, 4_000, 3_000)))).toEqual({
      width: 4_000,
      height: 3_000,
    })
  })

  it("is unknown where the file is cut off, has no frame or no pixels, or is another format", () => {
    const table = frame(0xc4, 320, 240)
    for (const bytes of [
      STILL.subarray(0, -1),
      STILL.subarray(1),
      jpeg(),
      jpeg(table),
      jpeg([0xff, 0xda, 0, 2], frame(0xc0, 320, 240)),
      jpeg(frame(0xc0, 0, 240)),
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      new Uint8Array(),
    ]) {
      expect(jpegSize(bytes)).toBeNull()
    }
  })

  it("is a value or unknown, and never an exception, whatever the bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat({ max: 80 }), (bytes, at) => {
        const file = Uint8Array.from(STILL)
        file.set(bytes, 2 + at)
        const size = jpegSize(file)
        expect(size === null || (size.width > 0 && size.height > 0)).toBe(true)
      }),
    )
  })
})
