/**
 * Many rooms with few messages at a time: how late a viewer receives a message, and whether every viewer receives
 * each message once.
 */
import type { Bench } from "./harness/bench.ts"
import { contest } from "./harness/contest.ts"

const ROOMS = 100
const VIEWERS = 50
const PER_SECOND = 2

const millis = (value: number) => `${value.toFixed(1)} ms`

export const roomsBench: Bench = {
  name: "rooms",
  title: `${ROOMS} rooms of ${VIEWERS} viewers, ${PER_SECOND} messages a second in each: ${(ROOMS * VIEWERS * PER_SECOND).toLocaleString("en")} deliveries a second`,
  run: async ({ quick }) => {
    const results = await contest(["rooms/gateway", "rooms/socket.io"], quick ? 1 : 3, {
      rooms: ROOMS,
      viewers: VIEWERS,
      perSecond: PER_SECOND,
      warmUpMs: quick ? 500 : 2_000,
      measuredMs: quick ? 2_000 : 8_000,
    })
    const gateway = (figure: string) => results.median("rooms/gateway", figure)
    const other = (figure: string) => results.median("rooms/socket.io", figure)
    return [
      {
        what: "from the service's emit to the viewer's socket, p99",
        measured: gateway("p99"),
        unit: "ms",
        target: { atMost: 50 },
        absolute: `p50 ${millis(gateway("p50"))}, longest ${millis(gateway("most"))}; socket.io with recovery p99 ${millis(other("p99"))}, p50 ${millis(other("p50"))}, longest ${millis(other("most"))}; the load's own turn is in all of them`,
      },
      {
        what: "messages that were missing, double or out of their order",
        measured: gateway("wrong"),
        unit: "",
        target: { atMost: 0 },
        absolute: `of ${gateway("deliveries").toLocaleString("en")} deliveries in a round, by id and by position; socket.io ${other("wrong")}`,
      },
      {
        what: "processor time for one delivery, of socket.io with recovery",
        measured: results.ratio("rooms/gateway", "rooms/socket.io", "cpuMicros"),
        unit: "×",
        target: null,
        absolute: `${gateway("cpuMicros").toFixed(1)} µs against ${other("cpuMicros").toFixed(1)} µs, of all threads, the log's included`,
      },
    ]
  },
}
