/** The site's fold, live and in batches, compared with reducers by hand and with Redux Toolkit. */
import type { Bench } from "./harness/bench.ts"
import { contest, runContender } from "./harness/contest.ts"

const CONTENDERS = ["fold/live", "fold/batch", "fold/hand", "fold/redux-toolkit"] as const
/** Entries on which all contenders must reach the same state. */
const COMPARED = 20_000
/** Redux Toolkit gets fewer events: its rate does not depend on their number. */
const SHARE_FOR_REDUX = 0.05

const thousands = (perSecond: number) => `${(perSecond / 1_000).toFixed(0)} k`

export const foldBench: Bench = {
  name: "fold",
  title: "Folding a visit's events into the site's state",
  run: async ({ quick }) => {
    const ends = await Promise.all(
      CONTENDERS.map((name) => runContender(name, { events: COMPARED })),
    )
    if (new Set(ends.map(({ fingerprint }) => fingerprint)).size !== 1)
      throw new Error("the contenders do not fold to the same state")

    const events = quick ? 200_000 : 1_000_000
    const results = await contest(CONTENDERS, quick ? 1 : 3, { events }, (name, options) =>
      runContender(
        name,
        name === "fold/redux-toolkit" ? { events: events * SHARE_FOR_REDUX } : options,
      ),
    )
    const rate = (name: (typeof CONTENDERS)[number]) => thousands(results.median(name, "perSecond"))
    return [
      {
        what: "live, of reducers by hand",
        measured: results.ratio("fold/live", "fold/hand", "perSecond"),
        unit: "×",
        target: { atLeast: 0.85 },
        absolute: `${rate("fold/live")} events/s against ${rate("fold/hand")}, ${thousands(events)} events`,
      },
      {
        what: "live, of Redux Toolkit",
        measured: results.ratio("fold/live", "fold/redux-toolkit", "perSecond"),
        unit: "×",
        target: { atLeast: 12 },
        absolute: `${rate("fold/redux-toolkit")} events/s`,
      },
      {
        what: "in batches, of live",
        measured: results.ratio("fold/batch", "fold/live", "perSecond"),
        unit: "×",
        // A page's facts and a replay come in batches, which may cost no more than one by one.
        target: { atLeast: 0.9 },
        absolute: `${rate("fold/batch")} events/s`,
      },
    ]
  },
}
