import { Effect, Fiber, Latch } from "effect"
import { describe, expect, it } from "vitest"
import { makeRounds } from "./rounds.ts"

describe("rounds", () => {
  it("run one at a time for a key, and once more for all requests that came meanwhile", async () => {
    const seen = await Effect.runPromise(
      Effect.gen(function* () {
        const rounds = makeRounds<string>()
        const gate = yield* Latch.make(false)
        let began = 0
        const work = Effect.suspend(() => {
          began += 1
          return gate.await
        })
        const first = yield* Effect.forkChild(rounds.run("a", work))
        yield* Effect.yieldNow
        yield* rounds.run("a", work)
        yield* rounds.run("a", work)
        const other = yield* Effect.forkChild(rounds.run("b", work))
        yield* Effect.yieldNow
        const before = began
        yield* gate.open
        yield* Fiber.join(first)
        yield* Fiber.join(other)
        return { before, after: began }
      }),
    )
    expect(seen).toEqual({ before: 2, after: 3 })
  })

  it("are followed by the newest request's, which knows best what to ask with", async () => {
    const ran: Array<string> = []
    const work = (name: string) =>
      Effect.sync(() => {
        ran.push(name)
      })
    await Effect.runPromise(
      Effect.gen(function* () {
        const rounds = makeRounds<string>()
        const gate = yield* Latch.make(false)
        const first = yield* Effect.forkChild(
          rounds.run("a", Effect.andThen(gate.await, work("old"))),
        )
        yield* Effect.yieldNow
        yield* rounds.run("a", work("older"))
        yield* rounds.run("a", work("newest"))
        yield* gate.open
        yield* Fiber.join(first)
      }),
    )
    expect(ran).toEqual(["old", "newest"])
  })

  it("begin anew after one that failed", async () => {
    const rounds = makeRounds<string>()
    await Effect.runPromise(Effect.exit(rounds.run("a", Effect.fail("no answer"))))
    let ran = 0
    await Effect.runPromise(
      rounds.run(
        "a",
        Effect.sync(() => {
          ran += 1
        }),
      ),
    )
    expect(ran).toBe(1)
  })
})
