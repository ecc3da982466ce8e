/**
 * How often an account or an address may try: so often within a window that begins with its first try.
 * Tries are counted before they are made, so that a hundred at once do not all slip through; what turns
 * out well is given back. An IPv6 address counts by its /64, which one subscriber holds whole.
 *
 * Invariant: what is kept does not grow without end; of each window see attempt-windows.ts.
 */
import { isIPv6 } from "node:net"
import { Clock, Context, Effect, Layer } from "effect"
import { ipv6Network, unmapped } from "@foldcast/limits/rate-key"
import { BackendConfig, type Limits } from "../config.ts"
import { Database, type Queries } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import { command } from "../db/statement.ts"
import { Refused } from "../http/refused.ts"
import { addToWindow, attemptHash } from "./attempt-windows.ts"
import { makeKeyedMutex } from "../keyed-mutex.ts"
import { KeyedHashes } from "./keyed-hashes.ts"

export type Limit = keyof Limits

type AddressLimit = Extract<Limit, `${string}PerAddress`>

/** Whose try: an address as it came, or what names an account. */
export type Try =
  | { readonly limit: AddressLimit; readonly address: string }
  | { readonly limit: Exclude<Limit, AddressLimit>; readonly name: string }

type Unanswered = ConstraintViolated | DatabaseUnavailable

export interface AttemptLimitsShape {
  /** Counts all the tries, or refuses and counts none. Outside of any transaction. */
  readonly take: (...tries: ReadonlyArray<Try>) => Effect.Effect<void, Refused | Unanswered>
  readonly giveBack: (...tries: ReadonlyArray<Try>) => Effect.Effect<void, Unanswered>
  /** After whatever was begun before it in the same name. One backend process serves a database. */
  readonly inTurn: <A, E, R>(one: Try, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

const GIVE_BACK = command(
  `UPDATE attempt_windows SET count = count - 1
   WHERE limit_name = $1 AND name_hash = $2 AND ends_at > $3 AND count > 0`,
)
const FORGET_ENDED = command("DELETE FROM attempt_windows WHERE ends_at <= $1")
/**
 * Windows of one limit. However many names and addresses a flood has, it pushes out none of another limit, such as
 * guests' free time those that guard log-ins; and of its own limit those first that were used least, so that to wash
 * a full window away costs as many tries as it holds, for each of so many names.
 */
const MAX_WINDOWS = 100_000
const FORGET_MOST = command(
  `DELETE FROM attempt_windows AS w USING (
     SELECT limit_name, name_hash,
       row_number() OVER (PARTITION BY limit_name ORDER BY count DESC, ends_at DESC) AS place
     FROM attempt_windows) AS ranked
   WHERE ranked.place > $1
     AND w.limit_name = ranked.limit_name AND w.name_hash = ranked.name_hash`,
)

/** The first four groups of an IPv6 address, written in full; any other address as it is. */
export const addressName = (address: string): string => {
  if (!isIPv6(address)) return address
  const peer = unmapped(address)
  return isIPv6(peer) ? ipv6Network(peer) : peer
}

/** Called every minute (backend.ts). `most`: how many windows of each limit are kept at most. */
export const forgetEndedWindows = Effect.fn("members.forgetEndedWindows")(function* (
  queries: Queries,
  most = MAX_WINDOWS,
) {
  yield* queries.query(FORGET_ENDED, [new Date(yield* Clock.currentTimeMillis)])
  yield* queries.query(FORGET_MOST, [most])
})

export class AttemptLimits extends Context.Service<AttemptLimits, AttemptLimitsShape>()(
  "backend/AttemptLimits",
) {
  static readonly layer = Layer.effect(
    AttemptLimits,
    Effect.gen(function* () {
      const { limits } = yield* BackendConfig
      const hashes = yield* KeyedHashes
      const database = yield* Database
      const inTurn = yield* makeKeyedMutex
      const hashOf = (one: Try) => {
        const name = "address" in one ? addressName(one.address) : one.name
        return attemptHash(hashes, one.limit, name)
      }

      const takeOne = Effect.fnUntraced(function* (queries: Queries, one: Try, now: number) {
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
        take: Effect.fnUntraced(function* (...tries: ReadonlyArray<Try>) {
          const now = yield* Clock.currentTimeMillis
          yield* database.transaction((queries) =>
            Effect.forEach(tries, (one) => takeOne(queries, one, now), { discard: true }),
          )
        }),
        giveBack: Effect.fnUntraced(function* (...tries: ReadonlyArray<Try>) {
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
