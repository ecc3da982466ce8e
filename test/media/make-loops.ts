/**
 * Draws the loops of apps/media/loops: `node test/media/make-loops.ts`. Chromium encodes the frames of
 * loop-scenes.ts as VP8; another Chromium may write other bytes.
 */
import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { openPackedBrowser } from "../support/browser.ts"
import { FRAME_RATE, LOOPS, sceneOf, SECONDS, SIZE } from "./loop-scenes.ts"

const FOLDER = fileURLToPath(new URL("../../apps/media/loops", import.meta.url))
const BITS_PER_SECOND = 230_000
const MAX_BYTES = 400_000
/** Runs in the page, whose types this program does not have. */
const ENCODE = `async ({ frames, width, height, frameRate, bitrate }) => {
  const chunks = []
  const failed = []
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      chunks.push(bytes.toBase64())
    },
    error: (error) => failed.push(error.message),
  })
  encoder.configure({ codec: "vp8", width, height, bitrate, framerate: frameRate })
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext("2d")
  for (const [index, svg] of frames.entries()) {
    const image = new Image()
    image.src = "data:image/svg+xml;utf8," + encodeURIComponent(svg)
    await image.decode()
    context.drawImage(image, 0, 0)
    const timestamp = Math.round((index * 1_000_000) / frameRate)
    const frame = new VideoFrame(canvas, { timestamp })
    encoder.encode(frame, { keyFrame: index === 0 })
    frame.close()
  }
  await encoder.flush()
  if (failed.length > 0) throw new Error(failed.join(", "))
  return chunks
}`

const encode = (page: Page, frames: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const options = { frames, ...SIZE, frameRate: FRAME_RATE, bitrate: BITS_PER_SECOND }
  return page.evaluate(`(${ENCODE})(${JSON.stringify(options)})`)
}

const ivfOf = (frames: ReadonlyArray<Buffer>): Buffer => {
  const header = Buffer.alloc(32)
  header.write("DKIF", 0, "latin1")
  header.writeUInt16LE(32, 6)
  header.write("VP80", 8, "latin1")
  header.writeUInt16LE(SIZE.width, 12)
  header.writeUInt16LE(SIZE.height, 14)
  header.writeUInt32LE(FRAME_RATE, 16)
  header.writeUInt32LE(1, 20)
  header.writeUInt32LE(frames.length, 24)
  const parts = frames.flatMap((bytes, index) => {
    const before = Buffer.alloc(12)
    before.writeUInt32LE(bytes.length, 0)
    before.writeBigUInt64LE(BigInt(index), 4)
    return [before, bytes]
  })
  return Buffer.concat([header, ...parts])
}

const browser = await openPackedBrowser()
const page = await browser.newPage()
// Encoders need a secure context, and localhost is one.
await page.route("http://localhost/", (route) =>
  route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
)
await page.goto("http://localhost/")
await mkdir(FOLDER, { recursive: true })
for (let loop = 1; loop <= LOOPS; loop += 1) {
  const scene = sceneOf(loop)
  const svgs = Array.from({ length: FRAME_RATE * SECONDS }, (_, frame) => scene(frame))
  const chunks = await encode(page, svgs)
  const file = ivfOf(chunks.map((chunk) => Buffer.from(chunk, "base64")))
  if (file.length > MAX_BYTES) throw new Error(`loop ${loop} has ${file.length} bytes`)
  await writeFile(`${FOLDER}/portrait-${loop}.ivf`, file)
  process.stdout.write(`portrait-${loop}: ${file.length} bytes\n`)
}
await browser.close()
