/**
 * The stills of the media engine's drawn loops, four of each: `portrait-3-1.jpg` in stills/ is what is seen of the
 * third from its second second on. Read once, when the first is asked for; test/media/make-loop-stills.ts draws
 * them.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const FOLDER = fileURLToPath(new URL("stills/", import.meta.url))
/** Of each loop, one after the other, as long each. */
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
  /** `now`: milliseconds since 1970. Each viewer's loop has a beginning of its own; the stills' is everybody's. */
  at: (loop: string, now: number): Uint8Array =>
    stillIn(`${loop}-${Math.floor(now / STILL_MS) % STILLS}.jpg`),
}
