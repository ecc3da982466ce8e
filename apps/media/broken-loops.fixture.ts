/**
 * Starts the engine as main.ts does, with broken loops: one throws where it begins, one in its timer, one leaves a promise
 * rejected; a signal causes the last two outside of any session. So a mistake of the engine or of the library would behave.
 */
import { runProcess } from "@foldcast/settings/run-process"
import { readMediaConfig } from "./config.ts"
import { type Loop, readLoops } from "./loops/loop-library.ts"
import { startMedia } from "./media.ts"

const FRAME = { atMs: 0, bytes: Uint8Array.of(0, 0, 0, 1) }

const fail = () => {
  throw new Error("the loop is broken")
}

/** The player reads the frames several times for each one that it plays. */
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

/** Outside of any session. */
process.on("SIGUSR2", () => {
  void Promise.reject(new TypeError("the loop is broken"))
  setTimeout(fail)
})

await runProcess(
  readMediaConfig(process.env),
  (config) => startMedia(config, undefined, loops),
  ({ url }) => ({ url }),
)
