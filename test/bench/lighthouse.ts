/**
 * The home page by Lighthouse on a simulated phone: the whole site as real processes, the median of three runs. The
 * score is not a ratio, but it comes from a simulated processor and network.
 */
import { startWorld } from "../support/world.ts"
import { runLighthouse } from "../support/lighthouse.ts"
import { median } from "../support/statistics.ts"
import type { Bench } from "./harness/bench.ts"

export const lighthouse: Bench = {
  name: "lighthouse",
  title: "The home page on a phone, by Lighthouse",
  run: async ({ quick }) => {
    const world = await startWorld({ environment: { DEMO: "on" } })
    try {
      const scores: Array<number> = []
      const largest: Array<number> = []
      for (let run = 0; run < (quick ? 1 : 3); run += 1) {
        const result = await runLighthouse(world.urls.site, ["performance"], "mobile")
        scores.push(result.scores.performance ?? Number.NaN)
        largest.push(result.measures["largest-contentful-paint"] ?? Number.NaN)
      }
      return [
        {
          what: "performance",
          measured: median(scores),
          unit: "points",
          target: { atLeast: 90 },
          absolute: `largest paint ${(median(largest) / 1_000).toFixed(1)} s on the simulated phone`,
        },
      ]
    } finally {
      await world.close()
    }
  },
}
