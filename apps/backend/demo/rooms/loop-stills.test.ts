import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { readCode, SQUARE } from "@foldcast/media/loops/loop-code.fixture"
import { loopStills } from "./loop-stills.ts"

/** Reads the moment from a still's row of squares, scaled to the still's size. */
const momentOf = async (jpeg: Uint8Array) => {
  const image = sharp(jpeg).greyscale()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const share = info.width / 480
  const middle = (at: number) => Math.floor((at + SQUARE.size / 2) * share)
  const row = middle(SQUARE.top) * info.width * info.channels
  return readCode(
    Array.from(
      { length: SQUARE.count },
      (_, at) => data[row + middle(SQUARE.left + at * SQUARE.size) * info.channels] ?? 0,
    ),
  )
}

describe("the stills of a drawn loop", () => {
  it("follow the loop, two seconds each, and begin anew with it", async () => {
    for (let loop = 1; loop <= 8; loop += 1) {
      for (const [second, now] of [
        [0, 16_000],
        [2, 19_999],
        [4, 20_000],
        [6, 22_500],
        [0, 24_000],
      ] as const) {
        const moment = await momentOf(loopStills.at(`portrait-${loop}`, now))
        expect(moment).toEqual({ loop, second })
      }
    }
  })
})
