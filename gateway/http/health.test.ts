import { it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { CHECK_WITHIN_MS, liveness, readiness } from "./health.ts"

const bodyOf = (response: Response) => Effect.promise((): Promise<unknown> => response.json())

describe("health", () => {
  it("is live while the process answers", async () => {
    expect(liveness().status).toBe(200)
    expect(await liveness().json()).toEqual({ status: "live" })
  })

  it.effect("is ready while every check passes", () =>
    Effect.gen(function* () {
      const response = yield* readiness([
        { name: "log", check: Effect.void },
        { name: "sessions", check: Effect.succeed(1) },
      ])
      expect(response.status).toBe(200)
      expect(yield* bodyOf(response)).toEqual({
        status: "ready",
        checks: { log: "up", sessions: "up" },
      })
    }),
  )

  it.effect("is ready, and says that it is degraded, where a check says no more than that", () =>
    Effect.gen(function* () {
      const response = yield* readiness([
        { name: "log", check: Effect.void },
        { name: "memberApiKey", check: Effect.fail("canary"), failedAs: "refused" },
      ])
      expect(response.status).toBe(200)
      expect(yield* bodyOf(response)).toEqual({
        status: "degraded",
        checks: { log: "up", memberApiKey: "refused" },
      })
    }),
  )

  it.effect("names checks that failed, broke or did not answer, and no reason", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        readiness([
          { name: "log", check: Effect.fail("canary: disk full") },
          { name: "sessions", check: Effect.die(new Error("canary")) },
          { name: "upstream", check: Effect.never },
          { name: "clock", check: Effect.void },
        ]),
      )
      yield* TestClock.adjust(CHECK_WITHIN_MS)
      const response = yield* Fiber.join(fiber)
      expect(response.status).toBe(503)
      expect(yield* bodyOf(response)).toEqual({
        status: "unavailable",
        checks: { log: "down", sessions: "down", upstream: "down", clock: "up" },
      })
    }),
  )
})
