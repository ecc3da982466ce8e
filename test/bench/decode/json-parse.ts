import type { Options } from "../harness/contest.ts"
import { effortOf, nanosPerItem } from "../harness/timing.ts"
import { WIRES } from "./samples.ts"

export const run = ({ measureMs }: Options) => {
  const measure = effortOf(Number(measureMs))
  const nanos = nanosPerItem(
    () => {
      let last: unknown
      for (const wire of WIRES) last = JSON.parse(wire)
      return last
    },
    WIRES.length,
    measure,
  )
  return { nanos, bytes: WIRES.join("").length / WIRES.length }
}
