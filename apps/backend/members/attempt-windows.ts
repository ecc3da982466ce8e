/**
 * What was used in a window that starts with the first use: tries, or milliseconds of free time. Stored in the
 * database, so that a restart resets nothing.
 *
 * Invariants: names are stored as keyed hashes only; a window never lasts longer than its length, whatever the clock
 * did since it began.
 */
import { Effect, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { only, statement } from "../db/statement.ts"
import type { KeyedHashesShape } from "./keyed-hashes.ts"

/** Concurrent uses may read the clock in either order. */
const SAME_TIME_MS = 60_000

/** A window that ends later than one begun now was begun by a clock that was ahead: it is begun anew. */
const ADD = statement(
  Schema.Struct({ count: Schema.Int, ends_at: Schema.Date }),
  `INSERT INTO attempt_windows AS w (limit_name, name_hash, ends_at, count) VALUES ($1, $2, $4, $5)
   ON CONFLICT (limit_name, name_hash) DO UPDATE SET
     count = CASE WHEN w.ends_at > $3 AND w.ends_at <= $6 THEN w.count + $5 ELSE $5 END,
     ends_at = CASE WHEN w.ends_at > $3 AND w.ends_at <= $6 THEN w.ends_at ELSE $4 END
   RETURNING count, ends_at`,
)
const USED = statement(
  Schema.Struct({ count: Schema.Int }),
  `SELECT count FROM attempt_windows
   WHERE limit_name = $1 AND name_hash = $2 AND ends_at > $3 AND ends_at <= $4`,
)

export interface AttemptWindow {
  readonly limit: string
  readonly nameHash: string
  readonly withinMs: number
}

export const attemptHash = (hashes: KeyedHashesShape, limit: string, name: string) =>
  hashes.of("attempts", `${limit}\n${name}`)

const latestEnd = ({ withinMs }: AttemptWindow, now: number): Date =>
  new Date(now + withinMs + SAME_TIME_MS)

/** Adds to the window and answers it; `now`: milliseconds since 1970. */
export const addToWindow = (queries: SqlQueries, window: AttemptWindow, by: number, now: number) =>
  Effect.map(
    queries.query(ADD, [
      window.limit,
      window.nameHash,
      new Date(now),
      new Date(now + window.withinMs),
      by,
      latestEnd(window, now),
    ]),
    only,
  )

export const usedOfWindow = (queries: SqlQueries, window: AttemptWindow, now: number) =>
  Effect.map(
    queries.query(USED, [window.limit, window.nameHash, new Date(now), latestEnd(window, now)]),
    ([row]) => row?.count ?? 0,
  )
