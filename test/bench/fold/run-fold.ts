/** Times one way of folding over the log; the log is made first and is not part of it. */
import type { LogEntry } from "@foldcast/folds/log-entry"
import type { Contender } from "../harness/contest.ts"
import { fingerprintOf } from "./final-state.ts"
import { logOf } from "./log.ts"

/** Entries folded before the clock starts, so that the code is compiled. */
const WARM_UP = 20_000

export const foldContender = (foldWhole: (log: ReadonlyArray<LogEntry>) => unknown): Contender => ({
  run: ({ events }) => {
    const log = logOf(Number(events))
    for (let i = 0; i < 5; i++) foldWhole(log.slice(0, WARM_UP))
    globalThis.gc?.()
    const start = performance.now()
    const state = foldWhole(log)
    const seconds = (performance.now() - start) / 1_000
    return { perSecond: log.length / seconds, fingerprint: fingerprintOf(state) }
  },
})
