/**
 * The stills of the media engine's drawn loops, four of each. `stills/portrait-3-1.jpg` shows loop 3 from its second
 * second on. Files are read when first asked for; test/media/make-loop-stills.ts draws them.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** By the package's name, since the packed process lies elsewhere (ADR 0034). */
const FOLDER = fileURLToPath(
  new URL("stills/", import.meta.resolve("@foldcast/backend/demo/rooms/loop-stills")),
)
/** Stills of each loop, which are shown for the same time each. */
const STILLS = 4
const STILL_MS = 2_000

const read = new Map<string, Uint8Array>()

const stillIn = (file: string): Uint8Array => {
  const known = read.get(file)
  if (known !== undefined) return known
  const bytes = readFileSync(FOLDER + file)
  read.set(file, bytes)
  return bytes
}

export const loopStills = {
  /**
   * `now`: milliseconds since 1970. Each viewer's loop starts on its own; the stills run by one clock for everybody.
   */
  at: (loop: string, now: number): Uint8Array =>
    stillIn(`${loop}-${Math.floor(now / STILL_MS) % STILLS}.jpg`),
}
