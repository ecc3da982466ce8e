/** Measures one decoder on good and on spoiled events, and checks that it distinguishes them. */
import type { Figures, Options } from "../harness/contest.ts"
import { effortOf, nanosPerItem } from "../harness/timing.ts"
import { parsed, spoiled } from "./samples.ts"

export const measureDecoder = (
  accepts: (input: unknown) => boolean,
  { measureMs }: Options,
): Figures => {
  const good = parsed()
  const bad = spoiled()
  const measure = effortOf(Number(measureMs))
  const passOver = (inputs: ReadonlyArray<unknown>, expected: number) => () => {
    let accepted = 0
    for (const input of inputs) if (accepts(input)) accepted += 1
    if (accepted !== expected) throw new Error(`accepted ${accepted} of ${expected} events`)
  }
  return {
    nanos: nanosPerItem(passOver(good, good.length), good.length, measure),
    rejectNanos: nanosPerItem(passOver(bad, 0), bad.length, measure),
  }
}
