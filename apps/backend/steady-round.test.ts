import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { silentLayer } from "./logging.ts"
import { steadyRound } from "./steady-round.ts"

describe("a steady round", () => {
  it("goes on after a round that broke, and reports the failure", async () => {
    let rounds = 0
    const round = Effect.suspend(() => {
      rounds += 1
      if (rounds === 1) throw new Error("a round broke")
      return rounds === 3 ? Effect.fail("done") : Effect.void
    })
    const ended = round.pipe(
      steadyRound("a test"),
      Effect.forever,
      Effect.flip,
      Effect.provide(silentLayer),
    )
    expect(await Effect.runPromise(ended)).toBe("done")
  })
})
