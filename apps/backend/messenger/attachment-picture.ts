/**
 * What a sent picture becomes. It is judged by its content, whatever it is called, turned as its camera held it, and
 * written anew: no byte of what was sent is kept, so no place, device or thumbnail goes with it.
 *
 * Invariants: nothing but a JPEG is decoded; a picture of more pixels than any camera's is not; at most two are decoded
 * at a time, for five seconds each, and a few wait.
 */
import { Effect, Semaphore } from "effect"
import sharp from "sharp"
import { MAX_ATTACHMENT_BYTES } from "@foldcast/contracts/private-message"
import { jpegSize } from "../media/jpeg-size.ts"
import type { MessagePicture } from "./message-store.ts"

/** Pixels in all: more than a telephone's 50 million, and 200 MB while it is decoded. */
const MAX_PIXELS = 52_000_000
/** Pixels of the longer side as it is kept. */
const LONGER_SIDE = 1_600
const AT_ONCE = 2

/** Those beyond are refused at once: whoever sends one waits for its turn too. */
const WAITING = 4
const TIMEOUT_SECONDS = 5

/** `busy`: nothing is wrong with it, and later it may be taken. */
export type AttachmentFault = "image-too-big" | "image-not-allowed" | "busy"

const decoding = Semaphore.makeUnsafe(AT_ONCE)
let here = 0

const inTurn = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E | AttachmentFault> =>
  Effect.suspend((): Effect.Effect<A, E | AttachmentFault> => {
    if (here >= AT_ONCE + WAITING) return Effect.fail("busy")
    here += 1
    return Effect.ensuring(
      decoding.withPermit(work),
      Effect.sync(() => {
        here -= 1
      }),
    )
  })

const written = async (jpeg: Uint8Array): Promise<MessagePicture> => {
  const { data, info } = await sharp(jpeg, { limitInputPixels: MAX_PIXELS, failOn: "error" })
    .rotate()
    .resize(LONGER_SIDE, LONGER_SIDE, { fit: "inside", withoutEnlargement: true })
    .flatten()
    .timeout({ seconds: TIMEOUT_SECONDS })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, jpeg: new Uint8Array(data) }
}

/** As sharp words it: `timeout: 40% complete`. */
const isTimeout = (error: unknown) => error instanceof Error && /^timeout\b/u.test(error.message)

/** The picture as it is kept, or why it is none. */
export const attachmentPicture = Effect.fn("messenger.attachmentPicture")(function* (
  sent: Uint8Array,
) {
  if (sent.length > MAX_ATTACHMENT_BYTES)
    return yield* Effect.fail<AttachmentFault>("image-too-big")
  const size = jpegSize(sent)
  if (size === null) return yield* Effect.fail<AttachmentFault>("image-not-allowed")
  if (size.width * size.height > MAX_PIXELS) {
    return yield* Effect.fail<AttachmentFault>("image-too-big")
  }
  return yield* Effect.tryPromise({
    try: () => written(sent),
    catch: (error): AttachmentFault => (isTimeout(error) ? "busy" : "image-not-allowed"),
  }).pipe(
    // What is decoded goes on where nobody waits for it any more, and keeps its place.
    Effect.uninterruptible,
    inTurn,
  )
})
