import { it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { type RendererInput, Renderer } from "./renderer.ts"

const PAGE = {} as RendererInput

/** The body of each page, in the order of their beginning; none ends by itself. */
const slowEntry = () => {
  const bodies: Array<ReadableStreamDefaultController<Uint8Array>> = []
  const render = () =>
    Promise.resolve(
      new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) => {
            bodies.push(controller)
          },
        }),
      ),
    )
  const end = (text: string) => {
    bodies.at(-1)?.enqueue(new TextEncoder().encode(text))
    bodies.at(-1)?.close()
  }
  return { bodies, end, layer: Renderer.fromSource(() => Promise.resolve({ render })) }
}

const settled = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
const textOf = (response: Response) => Effect.promise(() => response.text())

describe("the renderer", () => {
  it.effect("renders one page after the other, each to its last byte", () => {
    const { bodies, end, layer } = slowEntry()
    return Effect.gen(function* () {
      const { render } = yield* Renderer
      const first = yield* Effect.forkChild(render(PAGE))
      const second = yield* Effect.forkChild(render(PAGE))
      yield* settled
      expect(bodies).toHaveLength(1)
      end("one")
      expect(yield* textOf(yield* Fiber.join(first))).toBe("one")
      yield* settled
      expect(bodies).toHaveLength(2)
      end("two")
      expect(yield* textOf(yield* Fiber.join(second))).toBe("two")
    }).pipe(Effect.provide(layer))
  })

  it.effect("gives up a page that is not rendered in time, and goes on with the next", () => {
    const { end, layer } = slowEntry()
    return Effect.gen(function* () {
      const { render } = yield* Renderer
      const stuck = yield* Effect.forkChild(Effect.flip(render(PAGE)))
      yield* settled
      const next = yield* Effect.forkChild(render(PAGE))
      yield* TestClock.adjust("30 seconds")
      expect((yield* Fiber.join(stuck)).message).toContain("not within 30 seconds")
      yield* settled
      end("next")
      expect(yield* textOf(yield* Fiber.join(next))).toBe("next")
    }).pipe(Effect.provide(Layer.fresh(layer)))
  })
})
