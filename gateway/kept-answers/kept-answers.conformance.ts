/** What every implementation of the kept answers keeps. `memory.test.ts` and `sqlite.test.ts` run it. */
import { hash, randomBytes } from "node:crypto"
import { Effect, type Layer, Option } from "effect"
import { describe, expect, it } from "vitest"
import type { Citation } from "./kept-answers.ts"
import { KeptAnswers, type KeptAnswersShape } from "./kept-answers.ts"

export const citationOf = (text: string): Citation => ({ hash: hash("sha256", text), text })
const named = (text: string): Citation => ({ ...citationOf(text), text: null })

/** A text that packs to about as many bytes as it has characters of hexadecimal pairs. */
const incompressible = (bytes: number) => randomBytes(bytes).toString("hex")

const NONE = { kept: 0, known: 0, unknown: 0, tooLong: 0 }

export const keptAnswersConformance = (
  environment: string,
  layer: (maxBytes: number) => Layer.Layer<KeptAnswers, unknown>,
) => {
  const run = <A, E>(
    name: string,
    maxBytes: number,
    use: (kept: KeptAnswersShape) => Effect.Effect<A, E>,
  ) =>
    it(name, () =>
      Effect.runPromise(KeptAnswers.use(use).pipe(Effect.provide(layer(maxBytes)))).then(
        () => undefined,
      ),
    )

  describe(`kept answers (${environment})`, () => {
    run("are read back as they were, each kept once", 1_000_000, (kept) =>
      Effect.gen(function* () {
        const text = JSON.stringify({ name: "Zoë \u2028 \u{1f339}", list: [1, 2, 3] })
        expect(yield* kept.cite([citationOf(text)], 1)).toEqual({ ...NONE, kept: 1 })
        const bytes = kept.bytes()
        expect(bytes).toBeGreaterThan(0)
        expect(yield* kept.cite([citationOf(text), citationOf(text)], 2)).toEqual({
          ...NONE,
          known: 2,
        })
        expect(kept.bytes()).toBe(bytes)
        expect(yield* kept.read(citationOf(text).hash)).toEqual(Option.some(text))
      }),
    )

    run("are none of a hash that came without its text", 1_000_000, (kept) =>
      Effect.gen(function* () {
        expect(yield* kept.cite([named("never served")], 1)).toEqual({ ...NONE, unknown: 1 })
        expect(yield* kept.read(named("never served").hash)).toEqual(Option.none())
        expect(kept.bytes()).toBe(0)
      }),
    )

    run(
      "go when they were last cited before the term, whoever cited them last",
      1_000_000,
      (kept) =>
        Effect.gen(function* () {
          yield* kept.cite([citationOf("old"), citationOf("cited again")], 100)
          yield* kept.cite([citationOf("new")], 300)
          expect(yield* kept.cite([named("cited again")], 300)).toEqual({ ...NONE, known: 1 })
          // A clock that runs back takes nothing away.
          yield* kept.cite([named("cited again")], 50)
          expect(yield* kept.forgetBefore(100)).toBe(0)
          expect(yield* kept.forgetBefore(300)).toBe(1)
          const left = yield* Effect.forEach(["old", "cited again", "new"], (text) =>
            Effect.map(kept.read(citationOf(text).hash), Option.isSome),
          )
          expect(left).toEqual([false, true, true])
          yield* kept.forgetBefore(1_000)
          expect(kept.bytes()).toBe(0)
        }),
    )

    run("are forgotten however many they are", 1_000_000, (kept) =>
      Effect.gen(function* () {
        const many = Array.from({ length: 250 }, (_, index) => citationOf(`answer ${index}`))
        yield* kept.cite(many, 1)
        expect(yield* kept.forgetBefore(2)).toBe(250)
      }),
    )

    run("are bounded in bytes: those cited longest ago go first", 5_000, (kept) =>
      Effect.gen(function* () {
        const [a, b, c, d] = [1, 2, 3, 4].map(() => citationOf(incompressible(1_000))) as [
          Citation,
          Citation,
          Citation,
          Citation,
        ]
        yield* kept.cite([a], 1)
        yield* kept.cite([b], 2)
        yield* kept.cite([c], 3)
        yield* kept.cite([{ ...a, text: null }], 4)
        yield* kept.cite([d], 5)
        const left = yield* Effect.forEach([a, b, c, d], ({ hash: name }) =>
          Effect.map(kept.read(name), Option.isSome),
        )
        expect(left).toEqual([true, false, true, true])
        expect(kept.bytes()).toBeLessThanOrEqual(5_000)
        expect(yield* kept.cite([citationOf(incompressible(5_000))], 6)).toEqual({
          ...NONE,
          tooLong: 1,
        })
        expect(yield* kept.read(d.hash)).not.toEqual(Option.none())
      }),
    )

    run("are bounded also where they are short: what stores each counts too", 10_000, (kept) =>
      Effect.gen(function* () {
        const many = Array.from({ length: 200 }, (_, index) => citationOf(`${index}`))
        yield* kept.cite(many, 1)
        const left = yield* Effect.forEach(many, ({ hash: name }) =>
          Effect.map(kept.read(name), Option.isSome),
        )
        expect(left.filter(Boolean).length).toBeLessThan(40)
        expect(left.at(-1)).toBe(true)
      }),
    )

    run("are none where there is no room for any", 0, (kept) =>
      Effect.gen(function* () {
        expect(yield* kept.cite([citationOf("text")], 1)).toEqual({ ...NONE, tooLong: 1 })
        expect(yield* kept.read(citationOf("text").hash)).toEqual(Option.none())
      }),
    )
  })
}
