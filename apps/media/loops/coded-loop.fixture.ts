/** The loop that tests play: a picture a second for eight seconds, with the check code of loop 3 and the second. */
import { CODED_FRAMES } from "./coded-frames.fixture.ts"

export const CODED_LOOP = "coded-3"

const STEP_MS = 100
const STEPS_PER_SECOND = 1_000 / STEP_MS

const withLength = (frame: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(frame.length)
  return Buffer.concat([length, frame])
}

/** As the chat service sends it. */
export const codedLoopFile = (): Buffer => {
  const idle = CODED_FRAMES.flatMap((_, second) =>
    Array.from({ length: STEPS_PER_SECOND }, () => [second, STEP_MS]),
  )
  const head = { frames: CODED_FRAMES.length, idle, reactions: {}, rest: [], typing: [] }
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    ...CODED_FRAMES.map((frame) => withLength(Buffer.from(frame, "base64"))),
  ])
}
