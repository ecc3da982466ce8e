/**
 * The state at positions all over the file, as `foldcast replay --at` reports it, after the first pass that checks
 * it. `firstMs` is the first seek after that pass; the others are in random order.
 */
import { SeekableCapture } from "@foldcast/replay/seekable-capture"
import { median, quantile } from "../../support/statistics.ts"
import type { Options } from "../harness/contest.ts"
import { cpuSeconds, peakMB } from "./process-use.ts"

const SEEKS = 200

/** The same positions in every process. */
const positionAt = (n: number, events: number): number => {
  const drawn = Math.imul(n + 1, 2_654_435_761) >>> 0
  return 1 + (drawn % events)
}

export const run = async ({ file, events }: Options) => {
  const began = performance.now()
  await using recording = await SeekableCapture.read(String(file))
  const readSeconds = (performance.now() - began) / 1_000
  const seek = async (seq: number) => {
    const [start, used] = [performance.now(), process.cpuUsage()]
    const step = await recording.stepAt(1, seq)
    if (step?.after.visit.seq !== seq) throw new Error(`position ${seq} was not found`)
    return { ms: performance.now() - start, cpuMs: cpuSeconds(used) * 1_000 }
  }
  const middle = Math.floor(Number(events) / 2)
  const first = await seek(middle)
  const again = await seek(middle)
  const all: Array<Awaited<ReturnType<typeof seek>>> = []
  for (let n = 0; n < SEEKS; n++) all.push(await seek(positionAt(n, Number(events))))
  const [elapsed, used] = [all.map(({ ms }) => ms), all.map(({ cpuMs }) => cpuMs)]
  return {
    readSeconds,
    firstMs: first.ms,
    againMs: again.ms,
    medianMs: median(elapsed),
    slowMs: quantile(elapsed, 0.99),
    slowCpuMs: quantile(used, 0.99),
    peakMB: peakMB(),
  }
}
