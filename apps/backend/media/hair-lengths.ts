/** Long hair: what falls over the shoulders and behind them. Pure. */
import type { BodySide } from "./body-sides.ts"
import { blob, outline } from "./curves.ts"
import type { HairParts } from "./hair-shapes.ts"
import type { HeadPoint } from "./head-pose.ts"

/** A lock over the shoulder. `sway`: how far it waves. */
export const lock = (
  { pose, volume }: HairParts,
  side: BodySide,
  {
    down,
    width = 1,
    sway = 0,
  }: { readonly down: number; readonly width?: number; readonly sway?: number },
): string => {
  const wave = (y: number) => sway * Math.sin(y / 13)
  const outer = [2, 22, 44, 64, 84, 104, 124, 144]
    .filter((y) => y < down - 8)
    .map((y): HeadPoint => [
      side * (46 + volume + 9 * width * Math.sin(Math.min(1, y / 100) * 1.9)) + side * wave(y),
      y,
      -2,
    ])
  const inner = outer.map(([, y]): HeadPoint => [
    side * (38 - 6 * Math.sin(Math.min(1, y / 110) * 2.6) * width) + side * wave(y + 6),
    y,
    4,
  ])
  const tip: HeadPoint = [side * (41 + wave(down) * 0.5), down, 2]
  return outline(pose.places([...outer, tip]), pose.places([tip, ...inner.toReversed()]))
}

/** What falls behind the shoulders. */
export const fall = (
  { pose, volume }: HairParts,
  {
    down,
    width = 1,
    sway = 0,
  }: { readonly down: number; readonly width?: number; readonly sway?: number },
): string => {
  const ys = [-46, -18, 12, 40, 66, 92, 118, 144, 168].filter((y) => y < down - 10)
  const sideOf = (side: BodySide) =>
    ys.map((y): HeadPoint => {
      const from = y < 0 ? 46 + y * 0.16 : 46 + Math.min(1, y / 80) * 10
      // Above the ears it lies on the head.
      const loose = Math.max(0, Math.min(1, (y + 18) / 50))
      const waves = (width - 1) * 20 + sway * Math.sin(y / 13)
      return [side * (from + volume * 0.7 + waves * loose), y, -16]
    })
  const bottom: ReadonlyArray<HeadPoint> = [
    [36 * width, down, -16],
    [0, down + 4, -16],
    [-36 * width, down, -16],
  ]
  return blob(
    pose.places([
      [0, -66 - volume, -6],
      [26, -62 - volume, -8],
      ...sideOf(1),
      ...bottom,
      ...sideOf(-1).toReversed(),
      [-26, -62 - volume, -8],
    ]),
  )
}
