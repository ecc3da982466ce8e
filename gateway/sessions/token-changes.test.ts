import { it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { expect } from "vitest"
import type { OwnerId } from "../log/visit-header.ts"
import { TokenChanges } from "./token-changes.ts"

const OWNER = "owner-1" as OwnerId
const OTHER = "owner-2" as OwnerId

it.effect(
  "an owner waits until all of their session changes are over, failed ones too, and nobody else does",
  () =>
    Effect.gen(function* () {
      const { during, settled } = yield* TokenChanges
      const [first, second] = [yield* Deferred.make<void>(), yield* Deferred.make<void, "failed">()]
      const changes = [
        yield* Effect.forkChild(during(OWNER, Deferred.await(first))),
        yield* Effect.forkChild(Effect.exit(during(OWNER, Deferred.await(second)))),
      ] as const
      yield* Effect.yieldNow
      const waiting = yield* Effect.forkChild(settled(OWNER))
      yield* settled(OTHER)
      yield* Deferred.succeed(first, undefined)
      yield* Fiber.join(changes[0])
      // A later waiter waits for the remaining change.
      const later = yield* Effect.forkChild(settled(OWNER))
      yield* Effect.yieldNow
      expect([waiting.pollUnsafe(), later.pollUnsafe()]).toEqual([undefined, undefined])
      yield* Deferred.fail(second, "failed")
      yield* Fiber.join(waiting)
      yield* Fiber.join(later)
      expect(yield* Fiber.join(changes[1])).toEqual(Exit.fail("failed"))
      yield* settled(OWNER)
    }).pipe(Effect.provide(TokenChanges.layer)),
)
