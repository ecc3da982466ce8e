/** The input of both logs: events of about 300 bytes, each batch over as many visits as it has events. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { unnumberedAt } from "../events/wire-events.ts"

/** A fact of medium size, so that the envelope is near 300 bytes. */
const EVENTS: ReadonlyArray<UnnumberedEnvelope> = Array.from({ length: 100 }, (_, n) =>
  unnumberedAt(n * 20 + 6),
)

export const appendedEvent = (n: number): UnnumberedEnvelope => {
  const event = EVENTS[n % EVENTS.length]
  if (event === undefined) throw new Error("the workload has no events")
  return event
}

/** Figures of `events` events since `start`: `cpuMicros` is processor time per event over all threads. */
export const figuresOf = (events: number, start: number, before: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(before)
  return {
    perSecond: events / ((performance.now() - start) / 1_000),
    cpuMicros: (user + system) / events,
  }
}

/** Runs `use` with a fresh directory on the disk of temporary files, and removes it afterwards. */
export const withDirectory = async <A>(use: (directory: string) => Promise<A>): Promise<A> => {
  const directory = mkdtempSync(join(tmpdir(), "foldcast-bench-"))
  try {
    return await use(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
