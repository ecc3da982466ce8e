/**
 * Times one way of folding over a long log. Entries are freshly parsed, as in a browser and a replay: each block is
 * made outside the timed section and folded before the next. A log made as a whole would leave the processor's
 * caches before it is folded, and the figure would measure mostly memory reads. The result is the median block, so
 * that a block interrupted by another process does not count.
 */
import type { LogEntry } from "@foldcast/folds/log-entry"
import type { Contender } from "../harness/contest.ts"
import { median } from "../../support/statistics.ts"
import { fingerprintOf } from "./final-state.ts"
import { logEntryAt } from "./log.ts"

/** About the size of one block of a capture file. */
const BLOCK = 200

/** Share of entries folded before the clock starts, so that the code is compiled. */
const WARM_UP_SHARE = 0.3

/** Folds blocks one after another; returns the state after the last. */
type FoldBlock = (block: ReadonlyArray<LogEntry>) => unknown

const foldMany = (foldBlock: FoldBlock, events: number) => {
  const nanos: Array<number> = []
  let state: unknown
  for (let first = 0; first < events; first += BLOCK) {
    const length = Math.min(BLOCK, events - first)
    const block = Array.from({ length }, (_, n) => logEntryAt(first + n))
    const start = performance.now()
    state = foldBlock(block)
    nanos.push(((performance.now() - start) * 1e6) / length)
  }
  return { nanos: median(nanos), state }
}

/** `begin` starts at the state before the first entry. */
export const foldContender = (begin: () => FoldBlock): Contender => ({
  run: ({ events }) => {
    const count = Number(events)
    foldMany(begin(), count * WARM_UP_SHARE)
    globalThis.gc?.()
    const { nanos, state } = foldMany(begin(), count)
    return { perSecond: 1e9 / nanos, fingerprint: fingerprintOf(state) }
  },
})
