/** What becomes of the hashes that browsers name: what was served within the moment, and nothing else. */
import { hash } from "node:crypto"
import { it } from "@effect/vitest"
import { Effect, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { RecentAnswers } from "./recent-answers.ts"
import { Citations } from "./citations.ts"
import { memoryStore } from "../store/durable-store.ts"
import {
  KeptAnswers,
  keptAnswersIn,
  type KeptAnswersShape,
  KeptAnswersUnavailable,
} from "../store/kept-answers.ts"

const sha256 = (text: string) => hash("sha256", text)

let n = 0
const fact = (content: ClientFact): NumberedClientFact => ({
  n: ++n,
  after: 1,
  at: 1,
  fact: content,
})
const applied = (text: string, status = 200) =>
  fact({ _tag: "AnswerApplied", key: "/api/categories", status, hash: sha256(text) })

const around = (kept: KeptAnswersShape = keptAnswersIn(memoryStore())) =>
  Citations.layer.pipe(
    Layer.provideMerge(RecentAnswers.layer),
    Layer.provideMerge(Layer.mergeAll(GatewayMetrics.layer, Layer.succeed(KeptAnswers, kept))),
  )

/** Until everything that was heard has been kept. */
const settled = Effect.yieldNow.pipe(Effect.repeat({ times: 200 }))

const heard = (...facts: ReadonlyArray<NumberedClientFact>) =>
  Effect.andThen(
    Citations.use((citations) => citations.clientFactsStored(facts)),
    settled,
  )
const served = (text: string) =>
  RecentAnswers.use((underWay) => underWay.hold("/api/categories", text))
const isKept = (text: string) =>
  KeptAnswers.use((kept) => Effect.map(kept.read(sha256(text)), Option.isSome))
const counted = (outcome: string) =>
  Effect.map(
    GatewayMetrics.use(({ scrape }) => scrape),
    (text) =>
      Number(
        new RegExp(`foldcast_answers_cited_total\\{outcome="${outcome}"\\} (\\d+)`, "u").exec(
          text,
        )?.[1] ?? 0,
      ),
  )

describe("an answer that a visit cites", () => {
  it.effect("is kept where it was served a moment ago", () =>
    Effect.gen(function* () {
      yield* served("read")
      yield* served("read by nobody")
      yield* heard(applied("read"))
      expect(yield* isKept("read")).toBe(true)
      expect(yield* isKept("read by nobody")).toBe(false)
      expect(yield* counted("kept")).toBe(1)
    }).pipe(Effect.provide(around())),
  )

  it.effect("is not kept where it was never served, or too long ago", () =>
    Effect.gen(function* () {
      yield* served("late")
      yield* TestClock.adjust("5 minutes")
      yield* heard(applied("late"), applied("a lie"))
      expect(yield* isKept("late")).toBe(false)
      expect(yield* isKept("a lie")).toBe(false)
      expect(yield* counted("unknown")).toBe(2)
    }).pipe(Effect.provide(around())),
  )

  it.effect("is not kept where it was no answer, or the hash is none", () =>
    Effect.gen(function* () {
      yield* served("text")
      yield* heard(
        applied("text", 404),
        fact({ _tag: "AnswerApplied", key: "/api/x", status: 200, hash: "text" }),
        fact({ _tag: "WalletOpened" }),
      )
      expect(yield* isKept("text")).toBe(false)
      expect(yield* counted("unknown")).toBe(0)
    }).pipe(Effect.provide(around())),
  )

  it.effect("is kept longer by a later citation, when it is served to nobody any more", () =>
    Effect.gen(function* () {
      yield* served("text")
      yield* heard(applied("text"))
      yield* TestClock.adjust("1 day")
      yield* heard(applied("text"))
      const forgotten = yield* KeptAnswers.use((kept) => kept.forgetBefore(86_400_000))
      expect(forgotten).toBe(0)
      expect(yield* isKept("text")).toBe(true)
    }).pipe(Effect.provide(around())),
  )

  it.effect("is written once for many visits", () => {
    const memory = keptAnswersIn(memoryStore())
    let writes = 0
    const counting: KeptAnswersShape = {
      ...memory,
      cite: (citations, at) => {
        writes += 1
        return memory.cite(citations, at)
      },
    }
    return Effect.gen(function* () {
      yield* served("text")
      for (let visitor = 0; visitor < 50; visitor += 1) yield* heard(applied("text"))
      expect(writes).toBe(1)
    }).pipe(Effect.provide(around(counting)))
  })

  it.effect(
    "is lost, counted and logged once where it cannot be stored, and no other is harmed",
    () => {
      let isBroken = true
      const memory = keptAnswersIn(memoryStore())
      const full: KeptAnswersShape = {
        ...memory,
        cite: (citations, at) =>
          isBroken
            ? Effect.fail(new KeptAnswersUnavailable({ operation: "cite", detail: "disk is full" }))
            : memory.cite(citations, at),
      }
      const lines: Array<unknown> = []
      const logged = Logger.layer([
        Logger.make(({ message }) => {
          lines.push(message)
        }),
      ])
      return Effect.gen(function* () {
        yield* served("text")
        yield* heard(applied("text"))
        yield* heard(applied("text"))
        expect(yield* counted("failed")).toBe(2)
        expect(lines).toHaveLength(1)
        isBroken = false
        yield* heard(applied("text"))
        expect(yield* isKept("text")).toBe(true)
      }).pipe(Effect.provide(Layer.merge(around(full), logged)))
    },
  )

  it.effect("is kept also when storing those before it failed in an unforeseen way", () => {
    let isBroken = true
    const memory = keptAnswersIn(memoryStore())
    const odd: KeptAnswersShape = {
      ...memory,
      cite: (citations, at) => (isBroken ? Effect.die("odd") : memory.cite(citations, at)),
    }
    return Effect.gen(function* () {
      yield* served("lost")
      yield* served("text")
      yield* heard(applied("lost"))
      isBroken = false
      yield* heard(applied("text"))
      expect(yield* isKept("text")).toBe(true)
    }).pipe(Effect.provide(around(odd)))
  })

  it.effect("is kept also while a visit names ever other hashes", () => {
    let go: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => {
      go = resolve
    })
    const memory = keptAnswersIn(memoryStore())
    const slow: KeptAnswersShape = {
      ...memory,
      cite: (citations, at) =>
        Effect.andThen(
          Effect.promise(() => waiting),
          memory.cite(citations, at),
        ),
    }
    return Effect.gen(function* () {
      yield* served("text")
      yield* heard(...Array.from({ length: 5_000 }, (_, index) => applied(`lie ${index}`)))
      yield* heard(applied("text"))
      expect(yield* counted("dropped")).toBeGreaterThan(4_000)
      go()
      yield* Effect.promise(() => waiting)
      yield* settled
      expect(yield* isKept("text")).toBe(true)
    }).pipe(Effect.provide(around(slow)))
  })
})
