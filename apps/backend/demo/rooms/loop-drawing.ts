/**
 * The drawings of one demo performer's loop: the person and the room of her picture, as her score says. With the check
 * code she only breathes, for eight seconds.
 */
import sharp from "sharp"
import { fieldFor } from "../../media/backdrop.ts"
import { drawScene, sized } from "../../media/portrait.ts"
import { sceneOf } from "../../media/scene.ts"
import { checkNumberOf, drawnCode } from "./check-code.ts"
import { type LoopScore, loopScore, type ScoreStep } from "./loop-score.ts"

/** A stage's shape. Large enough for one, and small enough for what a loop may weigh. */
export const LOOP_SIZE = { width: 768, height: 432 }
/** As high as one from a camera of 4:3, for a card shows its middle. */
const STILL_SIZE = { width: 432, height: 243 }
const SHOWN_FIELD = fieldFor(LOOP_SIZE.width / LOOP_SIZE.height)

export const STILL_MS = 2_000

export interface LoopDrawing {
  readonly score: LoopScore
  /** How many pictures there are. */
  readonly count: number
  /** SVG. */
  readonly picture: (index: number) => string
  /** How many stills there are of it, one for each two seconds. */
  readonly stills: number
  /** SVG. */
  readonly still: (index: number) => string
}

const CODE_SECONDS = 8
const CODE_STEP_MS = 125

/** Two breaths' pictures by turns, for each second of its own. */
const codedScore = (score: LoopScore): LoopScore => {
  const moments = [score.rest[0], score.rest[5]].map((index) => score.moments[index ?? 0])
  const steps = Array.from(
    { length: (CODE_SECONDS * 1_000) / CODE_STEP_MS },
    (_, at): ScoreStep => {
      const second = Math.floor((at * CODE_STEP_MS) / 1_000)
      return [second * 2 + (at % 2), CODE_STEP_MS]
    },
  )
  return {
    moments: Array.from({ length: CODE_SECONDS }, () => moments)
      .flat()
      .flatMap((one) => one ?? []),
    idle: steps,
    reactions: {},
    rest: [],
    typing: [],
  }
}

/** The picture that is shown so long after the beginning. */
const shownAt = (steps: ReadonlyArray<ScoreStep>, atMs: number): number => {
  let until = 0
  for (const [frame, ms] of steps) {
    until += ms
    if (until > atMs) return frame
  }
  return steps[0]?.[0] ?? 0
}

/** Bytes, as a desk would send them. */
const STILL_QUALITY = 60

export const stillJpeg = (drawing: LoopDrawing, index: number): Promise<Uint8Array> =>
  sharp(Buffer.from(drawing.still(index)))
    .jpeg({ quality: STILL_QUALITY, mozjpeg: true })
    .toBuffer()

export const loopDrawing = (owner: string, hasCheckCode: boolean): LoopDrawing => {
  const picture = { owner, name: "0", plain: false }
  const { moment: shown } = sceneOf(picture)
  const own = loopScore(owner, shown)
  const score = hasCheckCode ? codedScore(own) : own
  const code = (index: number) =>
    hasCheckCode
      ? drawnCode({ loop: checkNumberOf(owner), second: Math.floor(index / 2) }, SHOWN_FIELD)
      : ""
  const drawn = (index: number) =>
    drawScene(sceneOf(picture), { moment: score.moments[index] }) + code(index)
  const lengthMs = score.idle.reduce((sum, [, ms]) => sum + ms, 0)
  return {
    score,
    count: score.moments.length,
    picture: (index) => sized(LOOP_SIZE, drawn(index)),
    stills: Math.floor(lengthMs / STILL_MS),
    still: (index) => sized(STILL_SIZE, drawn(shownAt(score.idle, index * STILL_MS))),
  }
}
