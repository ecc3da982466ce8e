import type { Options } from "../harness/contest.ts"
import { nanosPerItem } from "../harness/timing.ts"
import { WIRES } from "./samples.ts"

export const run = ({ measureMs }: Options) => {
  const measure = { warmUpMs: 400, measureMs: Number(measureMs) }
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
