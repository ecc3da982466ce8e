/**
 * Draws the stills of the drawn loops, in apps/backend/demo/rooms/stills: `node test/media/make-loop-stills.ts`.
 * One still for every other second of each loop, as small as a desk sends them; another Chromium may write other
 * bytes.
 */
import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { openPackedBrowser } from "../support/browser.ts"
import { FRAME_RATE, LOOPS, sceneOf, SECONDS } from "./loop-scenes.ts"

const FOLDER = fileURLToPath(new URL("../../apps/backend/demo/rooms/stills", import.meta.url))
const SIZE = { width: 320, height: 240 }
const EVERY_SECONDS = 2
const QUALITY = 0.5
/** For all of them together. */
const MAX_BYTES = 150_000

/** Runs in the page, whose types this program does not have. */
const DRAW = `async ({ svg, width, height, quality }) => {
  const image = new Image()
  image.src = "data:image/svg+xml;utf8," + encodeURIComponent(svg)
  await image.decode()
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext("2d").drawImage(image, 0, 0, width, height)
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality })
  return new Uint8Array(await blob.arrayBuffer()).toBase64()
}`

const browser = await openPackedBrowser()
const page = await browser.newPage()
await mkdir(FOLDER, { recursive: true })
let total = 0
for (let loop = 1; loop <= LOOPS; loop += 1) {
  const scene = sceneOf(loop)
  for (let still = 0; still * EVERY_SECONDS < SECONDS; still += 1) {
    const options = { svg: scene(still * EVERY_SECONDS * FRAME_RATE), ...SIZE, quality: QUALITY }
    const jpeg: string = await page.evaluate(`(${DRAW})(${JSON.stringify(options)})`)
    const file = Buffer.from(jpeg, "base64")
    total += file.length
    await writeFile(`${FOLDER}/portrait-${loop}-${still}.jpg`, file)
  }
}
await browser.close()
if (total > MAX_BYTES) throw new Error(`the stills have ${total} bytes`)
process.stdout.write(`${total} bytes\n`)
