/**
 * Rate limits of accounts and addresses: so many tries within a window that starts with the first. Tries are counted
 * before they are made, so that concurrent ones cannot all pass; a successful one is given back. An IPv6 address
 * counts by its /64, which one subscriber has whole.
 *
 * Invariant: the stored windows do not grow without bound; each window is described in attempt-windows.ts.
 */
import { isIPv6 } from "node:net"
import { Clock, Context, Effect, Layer } from "effect"
import { ipv6Network, unmapped } from "@foldcast/limits/rate-key"
import { BackendConfig, type Limits } from "../config.ts"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import { voidStatement } from "../db/statement.ts"
import { Refused } from "../http/refused.ts"
import { addToWindow, attemptHash } from "./attempt-windows.ts"
import { makeKeyedMutex } from "../keyed-mutex.ts"
import { KeyedHashes } from "./keyed-hashes.ts"

export type LimitName = keyof Limits

type AddressLimit = Extract<LimitName, `${string}PerAddress`>

/** A try of a client address, or of an account by what names it. */
export type CountedTry =
  | { readonly limit: AddressLimit; readonly address: string }
  | { readonly limit: Exclude<LimitName, AddressLimit>; readonly name: string }

type Unanswered = ConstraintViolated | DatabaseUnavailable

export interface AttemptLimitsShape {
  /** Counts all the tries, or refuses and counts none. Outside of any transaction. */
  readonly take: (...tries: ReadonlyArray<CountedTry>) => Effect.Effect<void, Refused | Unanswered>
  readonly giveBack: (...tries: ReadonlyArray<CountedTry>) => Effect.Effect<void, Unanswered>
  /** Runs after earlier work of the same key. One backend process serves a database. */
  readonly inTurn: <A, E, R>(
    one: CountedTry,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E, R>
}

const GIVE_BACK = voidStatement(
  `UPDATE attempt_windows SET count = count - 1
   WHERE limit_name = $1 AND name_hash = $2 AND ends_at > $3 AND count > 0`,
)
const DELETE_ENDED = voidStatement("DELETE FROM attempt_windows WHERE ends_at <= $1")
/**
 * Windows that are kept per limit. A flood of names and addresses evicts windows of its own limit only, and first
 * those with the fewest tries: to evict a full window costs as many tries as it holds, for each of so many names.
 */
const MAX_WINDOWS = 100_000
const DELETE_MOST = voidStatement(
  `DELETE FROM attempt_windows AS w USING (
     SELECT limit_name, name_hash,
       row_number() OVER (PARTITION BY limit_name ORDER BY count DESC, ends_at DESC) AS place
     FROM attempt_windows) AS ranked
   WHERE ranked.place > $1
     AND w.limit_name = ranked.limit_name AND w.name_hash = ranked.name_hash`,
)

/** The /64 of an IPv6 address, written in full; any other address unchanged. */
export const addressName = (address: string): string => {
  if (!isIPv6(address)) return address
  const peer = unmapped(address)
  return isIPv6(peer) ? ipv6Network(peer) : peer
}

/** `most`: windows that are kept per limit. */
export const deleteEndedWindows = Effect.fn("members.forgetEndedWindows")(function* (
  queries: SqlQueries,
  most = MAX_WINDOWS,
) {
  yield* queries.query(DELETE_ENDED, [new Date(yield* Clock.currentTimeMillis)])
  yield* queries.query(DELETE_MOST, [most])
})

export class AttemptLimits extends Context.Service<AttemptLimits, AttemptLimitsShape>()(
  "backend/AttemptLimits",
) {
  static readonly layer = Layer.effect(
    AttemptLimits,
    Effect.gen(function* () {
      const { limits } = yield* BackendConfig
      const hashes = yield* KeyedHashes
      const database = yield* SqlDatabase
      const inTurn = yield* makeKeyedMutex
      const hashOf = (one: CountedTry) => {
        const name = "address" in one ? addressName(one.address) : one.name
        return attemptHash(hashes, one.limit, name)
      }

      const takeOne = Effect.fnUntraced(function* (
        queries: SqlQueries,
        one: CountedTry,
        now: number,
      ) {
        const { count, withinMs } = limits[one.limit]
        const window = { limit: one.limit, nameHash: hashOf(one), withinMs }
        const used = yield* addToWindow(queries, window, 1, now)
        if (used.count <= count) return
        return yield* new Refused({
          status: 429,
          label: "tooManyAttempts",
          retryAfterSeconds: Math.ceil((used.ends_at.getTime() - now) / 1_000),
        })
      })

      return AttemptLimits.of({
        inTurn: (one, work) => inTurn(hashOf(one), work),
        take: Effect.fnUntraced(function* (...tries: ReadonlyArray<CountedTry>) {
          const now = yield* Clock.currentTimeMillis
          yield* database.transaction((queries) =>
            Effect.forEach(tries, (one) => takeOne(queries, one, now), { discard: true }),
          )
        }),
        giveBack: Effect.fnUntraced(function* (...tries: ReadonlyArray<CountedTry>) {
          const now = new Date(yield* Clock.currentTimeMillis)
          yield* database.transaction((queries) =>
            Effect.forEach(
              tries,
              (one) => queries.query(GIVE_BACK, [one.limit, hashOf(one), now]),
              { discard: true },
            ),
          )
        }),
      })
    }),
  )
}
