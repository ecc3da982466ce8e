/** Short cuts. Pure. */
import type { BodySide } from "./body-sides.ts"
import { blob } from "./curves.ts"
import { cap, curlRing, shine, strand, sweptFringe, type HairCut } from "./hair-shapes.ts"
import type { HeadPoint } from "./head-pose.ts"

export const crop: HairCut = (parts) => ({
  behind: "",
  front: [cap({ ...parts, volume: 1 }, { brow: -46, ears: 0, lift: 2 })],
  over: shine(parts),
})

export const buzz: HairCut = (parts) => ({
  behind: "",
  front: [cap({ ...parts, volume: -3 }, { brow: -46, ears: 0 })],
  over: "",
})

export const quiff: HairCut = (parts) => {
  const side: BodySide = parts.part >= 0 ? 1 : -1
  const top: ReadonlyArray<HeadPoint> = [
    [side * -36, -36, 12],
    [side * -38, -58, 6],
    [side * -18, -78, 8],
    [side * 12, -84, 8],
    [side * 38, -70, 6],
    [side * 40, -46, 8],
    [side * 24, -41, 24],
    [side * -4, -46, 28],
  ]
  return {
    behind: "",
    front: [cap({ ...parts, volume: 0 }, { brow: -46, ears: 0 }), blob(parts.pose.places(top))],
    over: strand(parts, [
      [side * -20, -50, 22],
      [side * 4, -66, 18],
      [side * 28, -66, 10],
    ]),
  }
}

export const sidePart: HairCut = (parts) => ({
  behind: "",
  front: [
    cap({ ...parts, volume: 2 }, { brow: -48, ears: 2, lift: 2 }),
    sweptFringe({ ...parts, volume: 6 }, -30),
  ],
  over: shine(parts),
})

export const shortCurls: HairCut = (parts) => ({
  behind: "",
  front: [cap({ ...parts, volume: 3 }, { brow: -44, ears: 0 })],
  over:
    curlRing({ count: 10, radius: [35, 43], size: 11.5, down: 0.0, middle: [0, -22, 6] }, parts) +
    curlRing({ count: 6, radius: [24, 24], size: 10.5, down: -0.08, middle: [0, -30, 16] }, parts),
})
