import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { retryWhile, ROOM_ENTRY_RETRIES } from "./retry-while.ts"

/** Answers one after the other, each after so long; how often it was asked stands in `asked`. */
const answering = (answers: ReadonlyArray<string>, eachTakes: number) => {
  const asked: Array<string> = []
  const ask = Effect.suspend(() => {
    const answer = answers[asked.length] ?? "asked too often"
    asked.push(answer)
    return Effect.as(Effect.sleep(eachTakes), answer)
  })
  return { asked, ask }
}

const isPassing = (answer: string) => answer === "not yet"

const answered = (answers: ReadonlyArray<string>, eachTakes: number) =>
  Effect.gen(function* () {
    const { asked, ask } = answering(answers, eachTakes)
    const asking = yield* Effect.forkChild(retryWhile(ask, isPassing, ROOM_ENTRY_RETRIES))
    yield* TestClock.adjust("1 minute")
    return [yield* Fiber.join(asking), asked.length]
  })

describe("a call that is repeated while needed", () => {
  it.effect("is made once where its answer is final", () =>
    Effect.gen(function* () {
      expect(yield* answered(["yes"], 10)).toEqual(["yes", 1])
    }),
  )

  it.effect("is made three times at most", () =>
    Effect.gen(function* () {
      expect(yield* answered(["not yet", "yes"], 10)).toEqual(["yes", 2])
      expect(yield* answered(["not yet", "not yet", "not yet", "yes"], 10)).toEqual(["not yet", 3])
    }),
  )

  it.effect("is not repeated after five seconds, for others wait for its answer", () =>
    Effect.gen(function* () {
      expect(yield* answered(["not yet", "yes"], 4_000)).toEqual(["yes", 2])
      expect(yield* answered(["not yet", "not yet", "yes"], 2_000)).toEqual(["not yet", 2])
      expect(yield* answered(["not yet", "yes"], 4_001)).toEqual(["not yet", 1])
    }),
  )
})
