/** The loop that tests play: a picture a second for eight seconds, with the check code of loop 3 and the second. */
import { CODED_FRAMES } from "./coded-frames.fixture.ts"
import { loopFileOf } from "./loop-file.fixture.ts"

export const CODED_LOOP = "coded-3"

const STEP_MS = 100
const STEPS_PER_SECOND = 1_000 / STEP_MS

export const codedLoopFile = (): Buffer => {
  const idle = CODED_FRAMES.flatMap((_, second) =>
    Array.from({ length: STEPS_PER_SECOND }, () => [second, STEP_MS]),
  )
  const head = { frames: CODED_FRAMES.length, idle, reactions: {}, rest: [], typing: [] }
  return loopFileOf(head, ...CODED_FRAMES.map((frame) => Buffer.from(frame, "base64")))
}
