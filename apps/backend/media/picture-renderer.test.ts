/** Rendering under load: few at once, no picture twice at once, and a refusal beyond the limit. */
import { Effect, Exit, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { PictureRenderer, PicturesBusy } from "./picture-renderer.ts"

const sized = (name: string) =>
  ({ picture: { owner: "demo_1", name, plain: false }, size: "100x100" }) as const

/** A renderer that the test releases. */
const heldRender = () => {
  const started: Array<() => void> = []
  return {
    started,
    render: () =>
      new Promise<Uint8Array>((resolve) => {
        started.push(() => resolve(new Uint8Array([started.length])))
      }),
  }
}

const within = <A>(
  atOnce: number,
  render: () => Promise<Uint8Array>,
  work: (pictures: PictureRenderer["Service"]) => Effect.Effect<A>,
) =>
  Effect.runPromise(
    Effect.provide(
      Effect.flatMap(PictureRenderer, work),
      PictureRenderer.layer({ directory: null, maxBytes: 0, atOnce }, render),
    ),
  )

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
const until = (fact: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (fact() ? Effect.void : Effect.andThen(turn, until(fact))))

describe("pictures to be rendered", () => {
  it("are rendered a few at a time, and the others wait for their turn", () => {
    const { started, render } = heldRender()
    return within(2, render, (pictures) =>
      Effect.gen(function* () {
        const asked = yield* Effect.forkChild(
          Effect.forEach(["1", "2", "3", "4", "5"], (name) => pictures.at(sized(name), "webp"), {
            concurrency: "unbounded",
          }),
        )
        for (const under of [2, 3, 4, 5]) {
          yield* until(() => started.length >= under)
          yield* turn
          expect(started).toHaveLength(under)
          started[under - 2]?.()
        }
        started[4]?.()
        expect(yield* Effect.orDie(Fiber.join(asked))).toHaveLength(5)
      }),
    )
  })

  it("are rendered once for all who ask at the same time, and again for another format", () => {
    const { started, render } = heldRender()
    return within(8, render, (pictures) =>
      Effect.gen(function* () {
        const asked = yield* Effect.forkChild(
          Effect.forEach(
            ["webp", "webp", "avif", "webp"] as const,
            (format) => pictures.at(sized("1"), format),
            { concurrency: "unbounded" },
          ),
        )
        yield* until(() => started.length >= 2)
        yield* turn
        expect(started).toHaveLength(2)
        for (const finish of started) finish()
        expect(yield* Effect.orDie(Fiber.join(asked))).toHaveLength(4)
      }),
    )
  })

  it("are refused while too many wait already, and served again when those are done", () => {
    const { started, render } = heldRender()
    const sizes = ["100x100", "200x150", "400x300", "600x450", "800x600"] as const
    const crowd = sizes.flatMap((size) =>
      Array.from({ length: 100 }, (_, index) => ({ ...sized(String(index)), size })),
    )
    return within(crowd.length, render, (pictures) =>
      Effect.gen(function* () {
        const asked = yield* Effect.forkChild(
          Effect.forEach(crowd, (one) => pictures.at(one, "jpeg"), { concurrency: "unbounded" }),
        )
        yield* until(() => started.length === crowd.length)
        expect(yield* Effect.exit(pictures.at(sized("cover"), "jpeg"))).toEqual(
          Exit.fail(new PicturesBusy()),
        )
        for (const finish of started) finish()
        yield* Effect.orDie(Fiber.join(asked))
        const later = yield* Effect.forkChild(pictures.at(sized("cover"), "jpeg"))
        yield* until(() => started.length > crowd.length)
        started.at(-1)?.()
        expect(yield* Effect.orDie(Fiber.join(later))).toHaveLength(1)
      }),
    )
  })
})
