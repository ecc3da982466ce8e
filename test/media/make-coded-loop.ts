/**
 * Writes the loop that the media engine's tests play, a grey picture with the check code of loop 3 for each of eight
 * seconds: `node test/media/make-coded-loop.ts`. Another version of sharp may write other bytes.
 */
import { writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { fieldFor } from "@foldcast/backend/media/backdrop"
import { drawnCode } from "@foldcast/backend/demo/rooms/check-code"
import { sized } from "@foldcast/backend/media/portrait"
import { vp8Frame } from "@foldcast/backend/media/vp8-frame"

const FILE = fileURLToPath(
  new URL("../../apps/media/loops/coded-frames.fixture.ts", import.meta.url),
)
const SIZE = { width: 480, height: 360 }
const LOOP = 3
const SECONDS = 8

const pictureOf = (second: number) =>
  sized(
    SIZE,
    `<rect width="400" height="300" fill="#808080"/><rect x="${second * 40}" y="100" width="50" height="100" fill="#60a0e0"/>${drawnCode({ loop: LOOP, second }, fieldFor(SIZE.width / SIZE.height))}`,
  )

const frames = await Promise.all(
  Array.from({ length: SECONDS }, async (_, second) => {
    const frame = await vp8Frame(pictureOf(second), { quality: 40 })
    return `  "${Buffer.from(frame).toString("base64")}",\n`
  }),
)
await writeFile(
  FILE,
  `/** The pictures of the coded loop, VP8 key frames in base64. Written by test/media/make-coded-loop.ts. */\nexport const CODED_FRAMES: ReadonlyArray<string> = [\n${frames.join("")}]\n`,
)
