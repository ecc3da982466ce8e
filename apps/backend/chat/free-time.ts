/**
 * How long guests may still watch free: so long a day and browser, and so long for all browsers of one address.
 * Kept beside the tries (members/attempt-limits.ts), for it is the same thing: how much was used in a window
 * that begins with the first use; only keyed hashes are kept.
 *
 * Caller: rooms/guest-time.ts.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { BackendConfig } from "../config.ts"
import { Database } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import { statement } from "../db/statement.ts"
import { addressName } from "../members/attempt-limits.ts"
import { keyedHash } from "../members/derived-key.ts"

const DAY_MS = 86_400_000
/** Uses at the same time read the clock a little before or after each other. */
const SAME_TIME_MS = 60_000

/** A window that ends later than any begun now was begun by a clock that was ahead: it counts no more. */
const USED = statement(
  Schema.Struct({ count: Schema.Int }),
  `SELECT count FROM attempt_windows
   WHERE limit_name = $1 AND name_hash = $2 AND ends_at > $3 AND ends_at <= $4`,
)
const USE = statement(
  Schema.Struct({ count: Schema.Int }),
  `INSERT INTO attempt_windows AS w (limit_name, name_hash, ends_at, count) VALUES ($1, $2, $4, $5)
   ON CONFLICT (limit_name, name_hash) DO UPDATE SET
     count = CASE WHEN w.ends_at > $3 AND w.ends_at <= $6 THEN w.count + $5 ELSE $5 END,
     ends_at = CASE WHEN w.ends_at > $3 AND w.ends_at <= $6 THEN w.ends_at ELSE $4 END
   RETURNING count`,
)

export interface Watching {
  readonly browser: string
  readonly address: string
}

type Unanswered = ConstraintViolated | DatabaseUnavailable

export interface FreeTimeShape {
  /** Milliseconds, never below 0. */
  readonly left: (watching: Watching) => Effect.Effect<number, Unanswered>
  /** Notes so many milliseconds and answers what is left. */
  readonly used: (watching: Watching, ms: number) => Effect.Effect<number, Unanswered>
}

export class FreeTime extends Context.Service<FreeTime, FreeTimeShape>()("backend/FreeTime") {
  static readonly layer = Layer.effect(
    FreeTime,
    Effect.gen(function* () {
      const { chat, tokenSecret } = yield* BackendConfig
      const database = yield* Database
      const windowsOf = ({ browser, address }: Watching) => [
        { limit: "freeTimePerBrowser", name: browser, most: chat.guestFreeMs },
        { limit: "freeTimePerAddress", name: addressName(address), most: chat.guestFreeAddressMs },
      ]
      const hashOf = ({ limit, name }: { readonly limit: string; readonly name: string }) =>
        keyedHash(tokenSecret, "attempts", `${limit}\n${name}`)
      return FreeTime.of({
        left: Effect.fnUntraced(function* (watching) {
          const at = yield* Clock.currentTimeMillis
          const [now, latest] = [new Date(at), new Date(at + DAY_MS + SAME_TIME_MS)]
          let left = Number.POSITIVE_INFINITY
          for (const window of windowsOf(watching)) {
            const [row] = yield* database.query(USED, [window.limit, hashOf(window), now, latest])
            left = Math.min(left, window.most - (row?.count ?? 0))
          }
          return Math.max(0, left)
        }),
        used: Effect.fnUntraced(function* (watching, ms) {
          const at = yield* Clock.currentTimeMillis
          let left = Number.POSITIVE_INFINITY
          for (const window of windowsOf(watching)) {
            const [row] = yield* database.query(USE, [
              window.limit,
              hashOf(window),
              new Date(at),
              new Date(at + DAY_MS),
              Math.ceil(ms),
              new Date(at + DAY_MS + SAME_TIME_MS),
            ])
            left = Math.min(left, window.most - (row?.count ?? 0))
          }
          return Math.max(0, left)
        }),
      })
    }),
  )
}
