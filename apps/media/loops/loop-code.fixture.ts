/**
 * The row of squares in a drawn loop's corner: which loop it is and which second of it, so that a test knows what it
 * sees. White, black, three squares for the loop and three for the second, the highest bit first.
 */
export interface LoopMoment {
  /** 1 to 8. */
  readonly loop: number
  /** 0 to 7. */
  readonly second: number
}

/** In pixels of a picture that is 480 wide. */
export const SQUARE = { size: 10, left: 6, top: 6, count: 8 } as const

const bits = (value: number) => [value & 4, value & 2, value & 1].map((bit) => bit !== 0)

/** Whether each square is white, from the left. */
export const codeOf = ({ loop, second }: LoopMoment): ReadonlyArray<boolean> => [
  true,
  false,
  ...bits(loop - 1),
  ...bits(second),
]

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
