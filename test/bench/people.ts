/** What the drawn people cost: each portrait is drawn once for each size, and the file is kept. */
import type { Bench } from "./harness/bench.ts"
import { contest } from "./harness/contest.ts"

export const people: Bench = {
  name: "people",
  title: "A drawn portrait",
  run: async ({ quick }) => {
    const results = await contest(["people/portrait"], quick ? 1 : 3, {
      portraits: quick ? 20 : 200,
    })
    const file = results.median("people/portrait", "fileMs")
    return [
      {
        what: "processor time of one drawing",
        measured: results.median("people/portrait", "drawingMs"),
        unit: "ms",
        target: { atMost: 5 },
        absolute: `with its file for a card, 400 by 300, ${file.toFixed(1)} ms`,
      },
    ]
  },
}
