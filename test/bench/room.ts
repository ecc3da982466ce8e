/**
 * One fact for everybody in a room, durable in each visit's log, compared with a broadcast that keeps it in memory.
 */
import type { Bench } from "./harness/bench.ts"
import { contest } from "./harness/contest.ts"

const VISITS = 1_000

const thousands = (count: number) => `${(count / 1_000).toFixed(1)} k`
const micros = (value: number) => `${value.toFixed(1)} µs`

export const roomBench: Bench = {
  name: "room",
  title: `A fact for a room of ${VISITS.toLocaleString("en")} visits: stored once, delivered to each`,
  run: async ({ quick }) => {
    const results = await contest(
      ["room/gateway", "room/socket.io", "room/plain-socket.io"],
      quick ? 1 : 5,
      {
        visits: VISITS,
        warmUpFacts: quick ? 20 : 100,
        throughputMs: quick ? 1_000 : 3_000,
      },
    )
    const gateway = (figure: string) => results.median("room/gateway", figure)
    const other = (figure: string) => results.median("room/socket.io", figure)
    const plain = (figure: string) => results.median("room/plain-socket.io", figure)
    return [
      {
        what: "deliveries a processor second, of socket.io with recovery",
        measured: results.ratio("room/gateway", "room/socket.io", "perCpuSecond"),
        unit: "×",
        target: { atLeast: 1 },
        absolute: `${thousands(gateway("perCpuSecond"))} against ${thousands(other("perCpuSecond"))}; ${micros(gateway("cpuMicros"))} each, ${micros(gateway("mainMicros"))} of them on the first thread, against ${micros(other("cpuMicros"))}: user and system, of all threads`,
      },
      {
        what: "deliveries a second, of socket.io with recovery",
        measured: results.ratio("room/gateway", "room/socket.io", "perSecond"),
        unit: "×",
        target: { atLeast: 1 },
        absolute: `${thousands(gateway("perSecond"))} against ${thousands(other("perSecond"))}, on one core with its log`,
      },
      {
        what: "deliveries a second, of socket.io that keeps nothing",
        measured: results.ratio("room/gateway", "room/plain-socket.io", "perSecond"),
        unit: "×",
        target: { atLeast: 1.3 },
        absolute: `${thousands(gateway("perSecond"))} against ${thousands(plain("perSecond"))}; ${results.ratio("room/gateway", "room/plain-socket.io", "perCpuSecond").toFixed(2)} × a processor second`,
      },
      {
        what: "on disk for each delivery",
        measured: gateway("diskBytes"),
        unit: "B",
        target: { atMost: 64 },
        absolute: "the log and its journal; the fact itself once, a reference for each visit",
      },
    ]
  },
}
