/** The loops of demo performers, drawn as they are asked for. */
import { Effect } from "effect"
import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { NO_FILES, type PictureFiles } from "../../media/picture-files.ts"
import { portrait } from "../../media/portrait.ts"
import { SQUARE } from "./check-code.ts"
import { readCode } from "./check-code.fixture.ts"
import { loopDrawing, stillJpeg } from "./loop-drawing.ts"
import { makeLoopFiles } from "./loop-files.ts"

interface ReadLoop {
  readonly bytes: number
  readonly head: {
    readonly frames: number
    readonly idle: ReadonlyArray<readonly [number, number]>
  }
  readonly frames: ReadonlyArray<Buffer>
}

const readLoop = (file: Buffer): ReadLoop => {
  const end = file.indexOf("\n")
  const frames: Array<Buffer> = []
  for (let at = end + 1; at < file.length; at += 4 + file.readUInt32LE(at)) {
    frames.push(file.subarray(at + 4, at + 4 + file.readUInt32LE(at)))
  }
  return { bytes: file.length, head: JSON.parse(file.toString("utf8", 0, end)), frames }
}

const collected = (parts: AsyncIterable<Uint8Array>) =>
  Effect.promise(async () => Buffer.concat(await Array.fromAsync(parts)))

const within = <A>(
  use: (loops: Effect.Success<ReturnType<typeof makeLoopFiles>>) => Effect.Effect<A>,
  { files = NO_FILES, hasCheckCode = false }: { files?: PictureFiles; hasCheckCode?: boolean } = {},
) => Effect.runPromise(Effect.scoped(Effect.flatMap(makeLoopFiles({ hasCheckCode, files }), use)))

/** A VP8 key frame is a WebP picture without its container (RFC 6386, WebP's RIFF). */
const webpOf = (frame: Buffer) => {
  const chunk = Buffer.alloc(8)
  chunk.write("VP8 ", 0, "latin1")
  chunk.writeUInt32LE(frame.length, 4)
  const body = Buffer.concat([Buffer.from("WEBP"), chunk, frame, Buffer.alloc(frame.length % 2)])
  const riff = Buffer.alloc(8)
  riff.write("RIFF", 0, "latin1")
  riff.writeUInt32LE(body.length, 4)
  return Buffer.concat([riff, body])
}

const brightnessOf = async (picture: Buffer) => {
  const { data, info } = await sharp(picture)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const share = info.width / 480
  const middle = (at: number) => Math.floor((at + SQUARE.size / 2) * share)
  const row = middle(SQUARE.top) * info.width * info.channels
  return Array.from(
    { length: SQUARE.count },
    (_, at) => data[row + middle(SQUARE.left + at * SQUARE.size) * info.channels] ?? 0,
  )
}

describe("the loop of a demo performer", () => {
  const plain = Promise.resolve().then(() =>
    within((loops) =>
      Effect.gen(function* () {
        const [one, other] = yield* Effect.all([loops.file("demo_7"), loops.file("demo_7")])
        return [yield* collected(one), yield* collected(other)] as const
      }),
    ),
  )

  it("has 400,000 bytes at most, in key frames of VP8 alone, and is the same for everybody who asks meanwhile", async () => {
    const [file, other] = await plain
    expect(other.equals(file)).toBe(true)
    const { head, frames } = readLoop(file)
    expect(file.length).toBeLessThan(400_000)
    expect(frames).toHaveLength(head.frames)
    expect(frames.filter((frame) => ((frame[0] ?? 1) & 1) !== 0)).toEqual([])
    const size = await sharp(webpOf(frames[0] ?? Buffer.alloc(0))).metadata()
    expect(size).toMatchObject({ width: 768, height: 432, format: "webp" })
  })

  it("begins with what her picture shows on a stage, in the same place", async () => {
    const shown = (picture: Buffer) => sharp(picture).removeAlpha().resize(96, 54).raw().toBuffer()
    const poster = portrait(
      { owner: "demo_7", name: "0", plain: false },
      { width: 1_280, height: 720 },
    )
    const first = webpOf(readLoop((await plain)[0]).frames[0] ?? Buffer.alloc(0))
    const [one, other] = [await shown(Buffer.from(poster)), await shown(first)]
    const differences = one.map((value, at) => Math.abs(value - (other[at] ?? 0)))
    expect(differences.reduce((sum, value) => sum + value, 0) / one.length).toBeLessThan(3)
  })

  it("begins with her picture, and has the check code in it only where a test asks for that", async () => {
    const first = (file: Buffer) => webpOf(readLoop(file).frames[0] ?? Buffer.alloc(0))
    const coded = await within((loops) => Effect.flatMap(loops.file("demo_7"), collected), {
      hasCheckCode: true,
    })
    expect(readCode(await brightnessOf(first((await plain)[0])))).toBeUndefined()
    const seconds = await Promise.all(
      readLoop(coded).frames.map(async (frame) => readCode(await brightnessOf(webpOf(frame)))),
    )
    expect(seconds.map((moment) => moment?.second)).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7,
    ])
    expect(new Set(seconds.map((moment) => moment?.loop)).size).toBe(1)
  })

  it("is drawn once and kept, and so are its stills", async () => {
    const kept = new Map<string, Uint8Array>()
    const files: PictureFiles = {
      read: (key) => Effect.sync(() => kept.get(key) ?? null),
      keep: (key, bytes) => Effect.sync(() => void kept.set(key, bytes)),
    }
    const ask = () =>
      within(
        (loops) =>
          Effect.gen(function* () {
            const file = yield* collected(yield* loops.file("demo_8"))
            return { file, still: yield* loops.still("demo_8", 4_000) }
          }),
        { files, hasCheckCode: true },
      )
    const first = await ask()
    expect(kept.size).toBe(2)
    const second = await ask()
    expect(second.file.equals(first.file)).toBe(true)
    expect(kept.size).toBe(2)
    expect(first.still).toEqual(await stillJpeg(loopDrawing("demo_8", true), 2))
    expect(first.still.length).toBeLessThan(12_000)
  })
})
