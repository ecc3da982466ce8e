import { it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import type { UpstreamCategory } from "@foldcast/contracts/upstream/performer-service"
import { CATALOGUE_CATEGORIES } from "@foldcast/rules/categories"
import { GatewayConfig, readConfig } from "../config.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { PerformerService } from "../upstream/performer-service.ts"
import { Categories } from "./categories.ts"

const category = (slug: string): UpstreamCategory => ({
  slug,
  key: slug,
  position: 1,
  highlight: { active: false },
  filters: {},
  meta: {},
})

/** A performer service with scripted answers; without one it never answers. */
const scripted = () => {
  const answers: Array<CallOutcome<ReadonlyArray<UpstreamCategory>>> = []
  const asked = { times: 0 }
  const service = Layer.succeed(PerformerService, {
    call: () =>
      Effect.suspend(() => {
        asked.times += 1
        const answer = answers.shift()
        return answer === undefined ? Effect.never : Effect.succeed(answer as never)
      }),
  })
  const config = Layer.succeed(GatewayConfig, Result.getOrThrow(readConfig({})))
  const layer = Categories.layer.pipe(Layer.provide([service, config]))
  return { answers, asked, layer }
}

const slugs = Effect.flatMap(Categories, ({ list }) =>
  Effect.map(list, (all) => all.map(({ slug }) => slug)),
)
const told = (slug: string) => ({ _tag: "Answered", body: [category(slug)] }) as const
const silent = { _tag: "Unavailable" } as const

describe("the categories", () => {
  it.effect("are served as they are while they are asked for again", () => {
    const { answers, asked, layer } = scripted()
    return Effect.gen(function* () {
      answers.push(told("first"), told("second"))
      expect(yield* slugs).toEqual(["first"])
      yield* TestClock.adjust("59 seconds")
      expect(yield* slugs).toEqual(["first"])
      expect(asked.times).toBe(1)
      yield* TestClock.adjust("1 seconds")
      expect(yield* slugs).toEqual(["first"])
      yield* TestClock.adjust("1 millis")
      expect(yield* slugs).toEqual(["second"])
      expect(asked.times).toBe(2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("stay while the service does not answer, which is asked less often then", () => {
    const { answers, asked, layer } = scripted()
    return Effect.gen(function* () {
      answers.push(told("first"), silent, silent, told("second"))
      expect(yield* slugs).toEqual(["first"])
      yield* TestClock.adjust("60 seconds")
      for (let seconds = 0; seconds < 5; seconds += 1) {
        expect(yield* slugs).toEqual(["first"])
        yield* TestClock.adjust("1 seconds")
      }
      expect(asked.times).toBe(2)
      expect(yield* slugs).toEqual(["first"])
      yield* TestClock.adjust("5 seconds")
      expect(yield* slugs).toEqual(["first"])
      yield* TestClock.adjust("1 millis")
      expect(yield* slugs).toEqual(["second"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("are the catalogue's for a page that cannot wait for the first answer", () => {
    const { asked, layer } = scripted()
    return Effect.gen(function* () {
      const first = yield* Effect.forkChild(slugs, { startImmediately: true })
      yield* TestClock.adjust("500 millis")
      expect(first.pollUnsafe()).toMatchObject({ value: CATALOGUE_CATEGORIES })
      expect(asked.times).toBe(1)
    }).pipe(Effect.provide(layer))
  })
})
