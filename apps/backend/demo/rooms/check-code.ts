/**
 * A row of squares in the corner of a demo performer's loop and stills, by which a test knows whom and what it sees: it
 * is drawn only where DEMO_CHECK_CODE is on. White, black, three squares for the number and three for the second, the
 * highest bit first. Pure.
 */
import type { ShownField } from "../../media/backdrop.ts"
import { hashOf } from "../../seeded-random.ts"

export interface LoopMoment {
  /** 1 to 8. */
  readonly loop: number
  /** 0 to 7. */
  readonly second: number
}

/** In pixels of a picture that is 480 wide. */
export const SQUARE = { size: 10, left: 6, top: 6, count: 8 } as const

/** Some performers share one. */
export const checkNumberOf = (performerId: string): number => (hashOf(performerId) % 8) + 1

const bits = (value: number) => [value & 4, value & 2, value & 1].map((bit) => bit !== 0)

/** Whether each square is white, from the left. */
export const codeOf = ({ loop, second }: LoopMoment): ReadonlyArray<boolean> => [
  true,
  false,
  ...bits(loop - 1),
  ...bits(second),
]

/** As SVG, in the corner of what is shown. */
export const drawnCode = (moment: LoopMoment, shown: ShownField): string => {
  const share = shown.width / 480
  const size = SQUARE.size * share
  return codeOf(moment)
    .map((isWhite, at) => {
      const x = shown.x + (SQUARE.left + at * SQUARE.size) * share
      return `<rect x="${x.toFixed(3)}" y="${(SQUARE.top * share).toFixed(3)}" width="${size.toFixed(3)}" height="${size.toFixed(3)}" fill="${isWhite ? "#fff" : "#000"}"/>`
    })
    .join("")
}
