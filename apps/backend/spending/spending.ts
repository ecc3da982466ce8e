/**
 * A member's limits on buying and their pause: what they are, what changes them, and what they refuse.
 *
 * Invariant: a payment is checked and opened under the member's lock, so that no two at once exceed a limit.
 */
import { Clock, Effect } from "effect"
import { LIMIT_REACHED, SPENDING_PAUSED, SPENDING_SPANS } from "@foldcast/contracts/spending"
import type {
  SpendingLimitsRequest,
  UpstreamSpendingLimits,
} from "@foldcast/contracts/upstream/spending"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { Refused } from "../http/refused.ts"
import { lockPresentMember } from "../members/member-store.ts"
import {
  changedLimit,
  exceededSpan,
  limitNow,
  SPAN_MS,
  type StoredLimit,
} from "./spending-limit.ts"
import { boughtBy, limitsOf, pausedUntil, pauseUntil, putLimit } from "./spending-store.ts"

const refused = (label: string) => new Refused({ status: 400, label })

/** Null: nothing paid is refused. */
export const pauseRefusal = Effect.fnUntraced(function* (queries: SqlQueries, memberId: string) {
  const now = yield* Clock.currentTimeMillis
  return (yield* pausedUntil(queries, memberId, now)) === null ? null : refused(SPENDING_PAUSED)
})

/** Null: so much may be bought. Under the member's lock. */
export const purchaseRefusal = Effect.fnUntraced(function* (
  queries: SqlQueries,
  memberId: string,
  amountCents: number,
) {
  const paused = yield* pauseRefusal(queries, memberId)
  if (paused !== null) return paused
  const now = yield* Clock.currentTimeMillis
  const limits = yield* limitsOf(queries, memberId)
  const span = exceededSpan(limits, yield* boughtBy(queries, memberId, now), amountCents, now)
  return span === null ? null : refused(LIMIT_REACHED[span])
})

const shown = (stored: StoredLimit, bought: number, now: number) => {
  const { cents: limit, next } = limitNow(stored, now)
  return {
    limit,
    bought,
    ...(next !== null && { raise: { limit: next.cents, from: next.from } }),
  }
}

const lookIn = Effect.fnUntraced(function* (queries: SqlQueries, memberId: string) {
  const now = yield* Clock.currentTimeMillis
  const { day, week, month } = yield* limitsOf(queries, memberId)
  const bought = yield* boughtBy(queries, memberId, now)
  return {
    day: shown(day, bought.day, now),
    week: shown(week, bought.week, now),
    month: shown(month, bought.month, now),
    pausedUntil: yield* pausedUntil(queries, memberId, now),
  } satisfies UpstreamSpendingLimits
})

export const spendingLimits = Effect.fn("spending.look")(function* (memberId: string) {
  return yield* lookIn(yield* SqlDatabase, memberId)
})

export const changeSpendingLimits = Effect.fn("spending.change")(function* (
  memberId: string,
  wanted: typeof SpendingLimitsRequest.Type,
) {
  const database = yield* SqlDatabase
  return yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, memberId)
      const now = yield* Clock.currentTimeMillis
      if ("pauseDays" in wanted) {
        yield* pauseUntil(queries, memberId, now + wanted.pauseDays * SPAN_MS.day)
      } else {
        const limits = yield* limitsOf(queries, memberId)
        for (const span of SPENDING_SPANS) {
          yield* putLimit(queries, memberId, span, changedLimit(limits[span], wanted[span], now))
        }
      }
      return yield* lookIn(queries, memberId)
    }),
  )
})
