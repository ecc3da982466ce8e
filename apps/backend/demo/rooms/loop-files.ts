/**
 * The loop of a demo performer as a file, drawn when it is first asked for: a line of JSON that says when which picture is
 * shown, then each picture, a VP8 key frame, behind its length (docs/media.md, Loops). Whoever asks while it is drawn
 * gets each picture as soon as it is there.
 *
 * Invariants: a loop is drawn once at a time, one picture after the other, so that portraits do not wait for it; a loop that
 * cannot be kept is drawn again.
 */
import { Effect, Semaphore } from "effect"
import type { PictureFiles } from "../../media/picture-files.ts"
import { DRAWING_VERSION } from "../../media/portrait.ts"
import { vp8Frame } from "../../media/vp8-frame.ts"
import { GrowingFile } from "./growing-file.ts"
import { loopDrawing, type LoopDrawing, stillJpeg, STILL_MS } from "./loop-drawing.ts"

/** Of WebP's hundred: 400,000 bytes are enough for every loop. */
const QUALITY = 50

const headOf = ({ score, count }: LoopDrawing): Buffer =>
  Buffer.from(
    `${JSON.stringify({ frames: count, idle: score.idle, reactions: score.reactions, rest: score.rest, typing: score.typing })}\n`,
  )

const withLength = (frame: Uint8Array): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(frame.length)
  return Buffer.concat([length, frame])
}

export interface LoopFilesOptions {
  readonly hasCheckCode: boolean
  readonly files: PictureFiles
}

export const makeLoopFiles = Effect.fnUntraced(function* ({
  hasCheckCode,
  files,
}: LoopFilesOptions) {
  const scope = yield* Effect.scope
  const semaphore = yield* Semaphore.make(1)
  const underWay = new Map<string, GrowingFile>()
  const keyOf = (owner: string) => ["loop", DRAWING_VERSION, owner, hasCheckCode].join(" ")

  const draw = Effect.fnUntraced(function* (owner: string, file: GrowingFile) {
    const drawing = loopDrawing(owner, hasCheckCode)
    file.add(headOf(drawing))
    for (let index = 0; index < drawing.count; index += 1) {
      const frame = yield* semaphore.withPermits(1)(
        Effect.promise(() => vp8Frame(drawing.picture(index), { quality: QUALITY })),
      )
      file.add(withLength(frame))
    }
    yield* files.keep(keyOf(owner), file.bytes)
  })

  const begin = (owner: string) => {
    const file = new GrowingFile()
    underWay.set(owner, file)
    const drawn = draw(owner, file).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          underWay.delete(owner)
          file.end()
        }),
      ),
    )
    return Effect.as(Effect.forkIn(drawn, scope), file)
  }

  return {
    /** Each viewer's loop starts on its own; the stills run by one clock for everybody. */
    still: Effect.fn("demo.loopStill")(function* (owner: string, now: number) {
      const drawing = loopDrawing(owner, hasCheckCode)
      const index = Math.floor(now / STILL_MS) % drawing.stills
      const key = `${keyOf(owner)} still ${index}`
      const kept = yield* files.read(key)
      if (kept !== null) return kept
      const jpeg = yield* semaphore.withPermits(1)(Effect.promise(() => stillJpeg(drawing, index)))
      yield* files.keep(key, jpeg)
      return jpeg
    }),
    file: Effect.fn("demo.loop")(function* (owner: string) {
      const kept = yield* files.read(keyOf(owner))
      if (kept !== null) return GrowingFile.whole(kept).parts()
      const file = underWay.get(owner) ?? (yield* begin(owner))
      return file.parts()
    }),
  }
})
