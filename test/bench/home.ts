/** The home page: the time to render it, and the size of the script that a browser downloads for it. */
import type { Bench } from "./harness/bench.ts"
import { contest, runContender } from "./harness/contest.ts"

export const home: Bench = {
  name: "home",
  title: "The home page",
  run: async ({ quick }) => {
    const results = await contest(["home/render", "home/static-page"], quick ? 1 : 3, {
      measureMs: quick ? 700 : 2_000,
    })
    const { kilobytes = Number.NaN, files = 0 } = await runContender("home/script-bytes", {})
    const core = await runContender("home/client-core", {})
    const rendered = results.median("home/render", "perSecond")
    const bytes = results.median("home/render", "bytes")
    return [
      {
        what: "one rendering, of handing out the same HTML",
        measured: results.ratio("home/static-page", "home/render", "perSecond"),
        unit: "×",
        target: null,
        absolute: `${rendered.toFixed(0)} pages/s, ${(1_000 / rendered).toFixed(1)} ms each, ${(bytes / 1_000).toFixed(1)} kB of HTML`,
      },
      {
        what: "processor time of one rendering",
        measured: results.median("home/render", "processorMs"),
        unit: "ms",
        target: { atMost: 3 },
        absolute: "all threads of the process, its garbage collection included",
      },
      {
        what: "script for the page, gzip",
        measured: kilobytes,
        unit: "kB",
        target: { atMost: 165 },
        absolute: `${files} files, each gzipped by itself`,
      },
      {
        what: "connection and fold alone, gzip",
        measured: core["kilobytes"] ?? Number.NaN,
        unit: "kB",
        target: { atMost: 15 },
        absolute: "all of packages/client and the site's fold, minified",
      },
    ]
  },
}
