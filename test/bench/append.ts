/** Durable appends through the gateway's log against bare node:sqlite, in batches of the same size. */
import type { Bench, Row } from "./harness/bench.ts"
import { contest } from "./harness/contest.ts"

const thousands = (perSecond: number) => `${(perSecond / 1_000).toFixed(0)} k`

export const append: Bench = {
  name: "append",
  title: "Appending to the log, durable at every commit",
  run: async ({ quick }) => {
    const rows: Array<Row> = []
    for (const batch of [100, 1_000]) {
      const results = await contest(["append/event-log", "append/bare-sqlite"], quick ? 1 : 5, {
        batch,
        total: quick ? 30_000 : 100_000,
        visits: 10_000,
      })
      const micros = (name: "append/event-log" | "append/bare-sqlite") =>
        results.median(name, "cpuMicros").toFixed(1)
      rows.push({
        what: `batches of ${batch}, of bare node:sqlite`,
        measured: results.ratio("append/event-log", "append/bare-sqlite", "perSecond"),
        unit: "×",
        target: { atLeast: 0.8 },
        absolute: `${thousands(results.median("append/event-log", "perSecond"))} events/s against ${thousands(results.median("append/bare-sqlite", "perSecond"))}; processor time for one ${micros("append/event-log")} against ${micros("append/bare-sqlite")} µs`,
      })
    }
    return rows
  },
}
