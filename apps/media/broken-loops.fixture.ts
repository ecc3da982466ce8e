/**
 * Starts the engine as main.ts does, with broken loops: one throws where it begins, one in its timer, one leaves a promise
 * rejected; a signal causes the last two outside of any session. So a mistake of the engine or of the library would behave.
 */
import { runProcess } from "@foldcast/settings/run-process"
import { readMediaConfig } from "./config.ts"
import { CODED_LOOP, codedLoopFile } from "./loops/coded-loop.fixture.ts"
import { LoopFile } from "./loops/loop-file.ts"
import type { Loop } from "./loops/loop.ts"
import { startMedia } from "./media.ts"

const FRAME = Uint8Array.of(0, 0, 0, 1)

const fail = () => {
  throw new Error("the loop is broken")
}

/** What is played before it breaks. */
const BEGUN = 20

const loopThat = (breaks: () => void): Loop => ({
  idle: [{ frame: 0, ms: 20 }],
  reactions: new Map(),
  rest: new Set([0]),
  typing: new Set(),
  frame: () => {
    breaks()
    return FRAME
  },
})

const coded = new LoopFile()
coded.take(codedLoopFile())

let looks = 0
const loops = new Map<string, Loop>([
  [CODED_LOOP, coded],
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
