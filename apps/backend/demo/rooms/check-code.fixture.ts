/** Reads the check code of a picture. */
import type { LoopMoment } from "./check-code.ts"
import { SQUARE } from "./check-code.ts"

const numberOf = (white: ReadonlyArray<boolean>): number =>
  white.reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0)

/** From how bright the middle of each square is, 0 to 255; undefined where there is no code. */
export const readCode = (brightness: ReadonlyArray<number>): LoopMoment | undefined => {
  if (brightness.length !== SQUARE.count) return undefined
  if (brightness.some((value) => value > 100 && value < 155)) return undefined
  const white = brightness.map((value) => value >= 155)
  if (white[0] !== true || white[1] !== false) return undefined
  return { loop: numberOf(white.slice(2, 5)) + 1, second: numberOf(white.slice(5)) }
}
