/** Pages of performers, by the default ordering and the commonest filters, compared with a page by primary key. */
import type { Bench } from "./harness/bench.ts"
import { contest } from "./harness/contest.ts"
import { BENCH_PAGE_NAMES, type BenchPageName } from "./performers/pages.ts"

const WHAT: Readonly<Record<BenchPageName, string>> = {
  everybody: "the default ordering, of a page by primary key",
  free: "in free chat, likewise",
  language: "by language, likewise",
  age: "by age, likewise",
  toy: "with a toy, likewise",
  newcomers: "newcomers, likewise",
}

const milliseconds = (ms: number) => `${ms.toFixed(2)} ms`

export const performersBench: Bench = {
  name: "performers",
  title: "A page of 30 among 50,000 performers (the embedded database)",
  run: async ({ quick }) => {
    const results = await contest(["performers/pages"], 1, {
      performers: quick ? 10_000 : 50_000,
      repeats: quick ? 20 : 200,
    })
    return BENCH_PAGE_NAMES.map((name) => ({
      what: WHAT[name],
      measured: results.ratio("performers/pages", "performers/pages", name, "byKey"),
      unit: "×",
      target: { atMost: 3 },
      absolute: `${milliseconds(results.median("performers/pages", name))} against ${milliseconds(
        results.median("performers/pages", "byKey"),
      )}`,
    }))
  },
}
