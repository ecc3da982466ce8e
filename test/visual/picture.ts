/**
 * Compares a screenshot with the one in the repository. Pure: both are PNG bytes. Different anti-aliasing of two
 * processors is no difference.
 */
import pixelmatch from "pixelmatch"
import { PNG } from "pngjs"

/** Colour distance, 0 to 1, below which two pixels count as the same. */
const THRESHOLD = 0.15
/** How many pixels may differ, in a picture of any size: fewer than a word of small text has. */
const TOLERATED_PIXELS = 150

export type Comparison =
  | { readonly _tag: "Same" }
  | { readonly _tag: "Resized"; readonly from: string; readonly to: string }
  | { readonly _tag: "Different"; readonly pixels: number; readonly difference: Buffer }

const sizeOf = ({ width, height }: PNG) => `${width}×${height}`

export const compare = (expected: Buffer, actual: Buffer): Comparison => {
  const before = PNG.sync.read(expected)
  const after = PNG.sync.read(actual)
  const { width, height } = before
  if (width !== after.width || height !== after.height) {
    return { _tag: "Resized", from: sizeOf(before), to: sizeOf(after) }
  }
  const difference = new PNG({ width, height })
  const pixels = pixelmatch(before.data, after.data, difference.data, width, height, {
    threshold: THRESHOLD,
  })
  return pixels <= TOLERATED_PIXELS
    ? { _tag: "Same" }
    : { _tag: "Different", pixels, difference: PNG.sync.write(difference) }
}
