/** Decoding or refusing one event that is already parsed, compared with parsing it and with zod. */
import type { Bench } from "./harness/bench.ts"
import { contest, runContender } from "./harness/contest.ts"

export const decode: Bench = {
  name: "decode",
  title: "Decoding an event of the union (Effect Schema, compiled)",
  run: async ({ quick }) => {
    const { compared = 0 } = await runContender("decode/agreement", {})
    const results = await contest(
      ["decode/json-parse", "decode/effect", "decode/zod"],
      quick ? 1 : 5,
      { measureMs: quick ? 300 : 1_000 },
    )
    const parse = results.median("decode/json-parse", "nanos")
    const effect = results.median("decode/effect", "nanos")
    const zod = results.median("decode/zod", "nanos")
    const reject = results.median("decode/effect", "rejectNanos")
    const bytes = results.median("decode/json-parse", "bytes")
    const ns = (nanos: number) => `${nanos.toFixed(0)} ns`
    return [
      {
        what: "decode, of JSON.parse's time",
        measured: results.ratio("decode/effect", "decode/json-parse", "nanos"),
        unit: "×",
        target: { atMost: 0.35 },
        absolute: `${ns(effect)} against ${ns(parse)}, ${bytes.toFixed(0)} bytes`,
      },
      {
        what: "decode, faster than zod 4",
        measured: results.ratio("decode/zod", "decode/effect", "nanos"),
        unit: "×",
        target: { atLeast: 3 },
        absolute: `${ns(zod)}; both agree on ${compared} good and spoiled events`,
      },
      {
        what: "refuse, of JSON.parse's time",
        measured: results.ratio("decode/effect", "decode/json-parse", "rejectNanos", "nanos"),
        unit: "×",
        target: { atMost: 1 },
        absolute: `${ns(reject)}; zod ${ns(results.median("decode/zod", "rejectNanos"))}`,
      },
    ]
  },
}
