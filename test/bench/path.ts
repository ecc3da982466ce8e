/** The gateway's whole path compared with relays that store nothing: throughput, latency, memory. */
import type { Bench, Row } from "./harness/bench.ts"
import { contest } from "./harness/contest.ts"

/** Events a second at which latency is measured: at most a fifth of what the slowest relay can carry. */
const PER_SECOND = 2_000

const thousands = (perSecond: number) => `${(perSecond / 1_000).toFixed(1)} k/s`
const micros = (value: number) => `${value.toFixed(0)} µs`
const megabytes = (value: number) => `${value.toFixed(0)} MB`

export const path: Bench = {
  name: "path",
  title:
    "The gateway's path: decode, normalise, fan-out, durable append, deliver (300-byte events)",
  run: async ({ quick }) => {
    const options = {
      perSecond: PER_SECOND,
      warmUpEvents: quick ? 4_000 : 20_000,
      latencyMs: quick ? 400 : 2_000,
      throughputMs: quick ? 500 : 2_000,
    }
    const rounds = quick ? 1 : 3
    const few = await contest(["path/gateway", "path/raw", "path/socket.io"], rounds, {
      ...options,
      visits: 100,
    })
    const many = await contest(
      ["path/gateway", "path/raw", "path/socket.io", "path/pass-through", "path/direct"],
      rounds,
      { ...options, visits: 1_000 },
    )

    const rows: Array<Row> = []
    for (const [visits, results] of [
      ["100", few],
      ["1,000", many],
    ] as const) {
      const gateway = thousands(results.median("path/gateway", "perSecond"))
      rows.push(
        {
          what: `${visits} visits, throughput of a raw ws relay`,
          measured: results.ratio("path/gateway", "path/raw", "perSecond"),
          unit: "×",
          target: { atLeast: 0.6 },
          absolute: `${gateway} against ${thousands(results.median("path/raw", "perSecond"))}`,
        },
        {
          what: `${visits} visits, throughput of socket.io with recovery`,
          measured: results.ratio("path/gateway", "path/socket.io", "perSecond"),
          unit: "×",
          target: { atLeast: 1 },
          absolute: `${gateway} against ${thousands(results.median("path/socket.io", "perSecond"))}`,
        },
      )
    }

    rows.push({
      what: "1,000 visits, processor time for one event, of a raw ws relay",
      measured: many.ratio("path/gateway", "path/raw", "cpuMicros"),
      unit: "×",
      target: null,
      absolute: `${micros(many.median("path/gateway", "cpuMicros"))} against ${micros(many.median("path/raw", "cpuMicros"))} and socket.io's ${micros(many.median("path/socket.io", "cpuMicros"))}: of all threads, whatever else runs; of the first thread alone ${micros(many.median("path/gateway", "mainMicros"))} against ${micros(many.median("path/raw", "mainMicros"))}`,
    })

    const direct = many.median("path/direct", "p50")
    const added = (name: "path/gateway" | "path/pass-through" | "path/socket.io", figure: string) =>
      many.median(name, figure) - direct
    rows.push(
      {
        what: "latency added at 1,000 visits, p50, of ws pass-through",
        measured: added("path/gateway", "p50") / added("path/pass-through", "p50"),
        unit: "×",
        target: { atMost: 1.5 },
        absolute: `${micros(added("path/gateway", "p50"))} against ${micros(added("path/pass-through", "p50"))}, at ${PER_SECOND} events/s`,
      },
      {
        what: "latency added at 1,000 visits, p99, of socket.io with recovery",
        measured: added("path/gateway", "p99") / added("path/socket.io", "p99"),
        unit: "×",
        target: { atMost: 1 },
        absolute: `${micros(added("path/gateway", "p99"))} against ${micros(added("path/socket.io", "p99"))}`,
      },
      {
        what: "memory of the process with 1,000 visits, of socket.io with recovery",
        measured: many.ratio("path/gateway", "path/socket.io", "residentMB"),
        unit: "×",
        target: { atMost: 0.65 },
        absolute: `${megabytes(many.median("path/gateway", "residentMB"))} against ${megabytes(many.median("path/socket.io", "residentMB"))}`,
      },
      {
        what: "of that, grown since the start",
        measured: many.ratio("path/gateway", "path/socket.io", "grownMB"),
        unit: "×",
        target: { atMost: 0.65 },
        absolute: `${megabytes(many.median("path/gateway", "grownMB"))} against ${megabytes(many.median("path/socket.io", "grownMB"))}`,
      },
    )
    return rows
  },
}
