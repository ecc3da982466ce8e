/**
 * The engine as a process, as main.ts starts it, with loops that are broken: one throws where it begins, one in its
 * timer, one leaves a rejection to nobody; a signal brings about both where no session is. What a mistake of ours
 * would do, or of the library's.
 */
import { runProcess } from "@foldcast/settings/run-process"
import { readMediaConfig } from "./config.ts"
import { type Loop, readLoops } from "./loops/loop-library.ts"
import { startMedia } from "./media.ts"

const FRAME = { atMs: 0, bytes: Uint8Array.of(0, 0, 0, 1) }

const fail = () => {
  throw new Error("the loop is broken")
}

/** The frames are looked at several times for each that is played. */
const BEGUN = 20

const loopThat = (breaks: () => void): Loop => ({
  lengthMs: 100,
  get frames() {
    breaks()
    return [FRAME]
  },
})

let looks = 0
const loops = new Map([
  ...readLoops(),
  ["throws", loopThat(fail)],
  ["throws-later", loopThat(() => void ((looks += 1) % BEGUN === 0 && fail()))],
  ["rejects", loopThat(() => void Promise.reject(new Error("the loop is broken")))],
])

/** Brought about by nobody's session. */
process.on("SIGUSR2", () => {
  void Promise.reject(new TypeError("the loop is broken"))
  setTimeout(fail)
})

await runProcess(
  readMediaConfig(process.env),
  (config) => startMedia(config, undefined, loops),
  ({ url }) => ({ url }),
)
