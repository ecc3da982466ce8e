/**
 * How long guests may still watch free: an allowance per browser and day, and one for all browsers of an address. It
 * is stored with the rate limits of members (members/attempt-windows.ts), because it works the same way.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { BackendConfig } from "../../config.ts"
import { SqlDatabase } from "../../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../../db/errors.ts"
import { addressName } from "../../members/attempt-limits.ts"
import {
  addToWindow,
  attemptHash,
  type AttemptWindow,
  usedOfWindow,
} from "../../members/attempt-windows.ts"
import { KeyedHashes } from "../../members/keyed-hashes.ts"

const DAY_MS = 86_400_000
export interface FreeViewer {
  readonly browser: string
  readonly address: string
}

type Unanswered = ConstraintViolated | DatabaseUnavailable

export interface FreeTimeAllowanceShape {
  /** Milliseconds, never below 0. */
  readonly left: (watching: FreeViewer) => Effect.Effect<number, Unanswered>
  /** Adds used milliseconds and answers what is left. */
  readonly used: (watching: FreeViewer, ms: number) => Effect.Effect<number, Unanswered>
}

export class FreeTimeAllowance extends Context.Service<FreeTimeAllowance, FreeTimeAllowanceShape>()(
  "backend/FreeTimeAllowance",
) {
  static readonly layer = Layer.effect(
    FreeTimeAllowance,
    Effect.gen(function* () {
      const { chat } = yield* BackendConfig
      const hashes = yield* KeyedHashes
      const database = yield* SqlDatabase
      const { guestFreeMs, guestFreeAddressMs } = chat
      const windowOf = (limit: string, name: string, most: number) => ({
        limit,
        nameHash: attemptHash(hashes, limit, name),
        withinMs: DAY_MS,
        most,
      })
      const windowsOf = ({ browser, address }: FreeViewer) => [
        windowOf("freeTimePerBrowser", browser, guestFreeMs),
        windowOf("freeTimePerAddress", addressName(address), guestFreeAddressMs),
      ]
      const leftOf = (
        watching: FreeViewer,
        count: (window: AttemptWindow) => Effect.Effect<number, Unanswered>,
      ) =>
        Effect.map(
          Effect.forEach(windowsOf(watching), (window) =>
            Effect.map(count(window), (used) => window.most - used),
          ),
          (left) => Math.max(0, Math.min(...left)),
        )
      return FreeTimeAllowance.of({
        left: Effect.fnUntraced(function* (watching) {
          const now = yield* Clock.currentTimeMillis
          return yield* leftOf(watching, (window) => usedOfWindow(database, window, now))
        }),
        used: Effect.fnUntraced(function* (watching, ms) {
          const now = yield* Clock.currentTimeMillis
          return yield* leftOf(watching, (window) =>
            Effect.map(addToWindow(database, window, Math.ceil(ms), now), ({ count }) => count),
          )
        }),
      })
    }),
  )
}
