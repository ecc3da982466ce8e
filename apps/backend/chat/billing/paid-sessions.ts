/**
 * Paid sessions on the ledger. Each step is one transaction of the movement, the session's row and the member's
 * events; each has a key of its own, so a repeated step moves nothing twice. What was prepaid and not used is
 * returned at the end.
 *
 * Invariants: a member has one open session; none begins in a pause; a session never costs more than was paid; the
 * movements of a session are found by its id (`movementKeys`).
 */
import { Clock, Effect } from "effect"
import { TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import { SqlDatabase, type SqlQueries } from "../../db/database.ts"
import { failIfRefused, Refused } from "../../http/refused.ts"
import { memberAccount } from "../../ledger/accounts.ts"
import { balanceOf, move, movementsBy } from "../../ledger/ledger.ts"
import { lockPresentMember } from "../../members/member-store.ts"
import { pauseRefusal } from "../../spending/spending.ts"
import { writeToOutbox } from "../../outbox/outbox.ts"
import { OutboxRelay } from "../../outbox/relay.ts"
import type { IntervalOutcome, PaidReceipt } from "../room-model/paid-time.ts"
import {
  type NewPaidSession,
  insertPaidTime,
  lockOpenSession,
  recordEnd,
  recordInterval,
  openSessions,
  receiptOf,
} from "./paid-time-store.ts"

export const intervalKey = (session: string, interval: number) => `paid:${session}:${interval}`
const returnKey = (session: string) => `paid-return:${session}`

/** The keys of every movement of a session that paid so many intervals. */
const movementKeys = (session: string, intervals: number) => [
  ...Array.from({ length: intervals }, (_, index) => intervalKey(session, index + 1)),
  returnKey(session),
]

/** Too few credits; the answer is 400 (API-003). */
export const tooFewCredits = () => new Refused({ status: 400, label: TOO_FEW_CREDITS_LABEL })

export const writeBalance = Effect.fnUntraced(function* (queries: SqlQueries, memberId: string) {
  yield* writeToOutbox(queries, memberId, "updated-credits", {
    credits: yield* balanceOf(queries, memberId),
  })
})

/** Refuses a member who pauses or has fewer credits than a minute costs; nothing moves yet. */
export const openPaidTime = Effect.fn("chat.openPaidTime")(function* (beginning: NewPaidSession) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, beginning.memberId)
      yield* failIfRefused(yield* pauseRefusal(queries, beginning.memberId))
      const balance = yield* balanceOf(queries, beginning.memberId)
      if (balance < beginning.creditsPerMinute) return yield* tooFewCredits()
      yield* insertPaidTime(queries, beginning, at)
    }),
  )
})

/** Charges the next interval. A member with too few credits gets a `payment-failed` event. */
export const payInterval = Effect.fn("chat.payInterval")(function* (
  session: string,
  { interval, price, seenMs }: { interval: number; price: number; seenMs: number },
) {
  const database = yield* SqlDatabase
  const outcome = yield* database.transaction((queries) =>
    Effect.gen(function* () {
      const [open] = yield* lockOpenSession(queries, session)
      if (open === undefined) return "ended" satisfies IntervalOutcome
      const memberId = open.member_id
      const moved = yield* move(queries, {
        key: intervalKey(session, interval),
        debit: memberAccount(memberId),
        credit: "house:earned",
        amount: price,
        reason: "paid-time",
        about: session,
      }).pipe(
        Effect.catchTag("InsufficientCredits", () => Effect.succeed(null)),
        Effect.catchTag("KeyReused", (error) => Effect.die(error)),
      )
      if (moved === null) {
        const action = interval === 1 ? "pre-paid" : "interval"
        yield* writeToOutbox(queries, memberId, "payment-failed", { action })
        return "tooFewCredits" satisfies IntervalOutcome
      }
      if (moved.now) {
        yield* recordInterval(queries, session, { intervals: interval, price, seenMs })
        yield* writeBalance(queries, memberId)
      }
      return "paid" satisfies IntervalOutcome
    }),
  )
  yield* (yield* OutboxRelay).wake
  return outcome
})

/** A receipt names this many of the newest movements. */
const MOVEMENTS_NAMED = 50

/** For a session that does not exist. */
const NOTHING = { credits: 0, seconds: 0, intervals: 0 }

const movementsOf = (queries: SqlQueries, session: string, intervals: number) =>
  Effect.map(movementsBy(queries, movementKeys(session, intervals)), (movements) =>
    movements.slice(-MOVEMENTS_NAMED),
  )

/**
 * Returns what was not used and writes the receipt. For a session that has ended already, answers its receipt again:
 * whoever repeats the call may have missed the first answer.
 */
export const settlePaidTime = Effect.fn("chat.settlePaidTime")(function* (
  session: string,
  total: { readonly credits: number; readonly seconds: number } | null,
  reason: string,
  isUnanswered = false,
) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  const settled = yield* database.transaction((queries) =>
    Effect.gen(function* () {
      const [open] = yield* lockOpenSession(queries, session)
      if (open === undefined) {
        const [{ credits, seconds, intervals } = NOTHING] = yield* receiptOf(queries, session)
        const movements = yield* movementsOf(queries, session, intervals)
        return { credits, seconds, movements } satisfies PaidReceipt
      }
      // A session that a killed backend left open counts what its last payment confirmed.
      const seconds = total?.seconds ?? Math.floor(open.seen_ms / 1_000)
      const wanted = total?.credits ?? Math.floor((seconds * open.credits_per_minute) / 60)
      const credits = Math.min(open.paid, wanted)
      if (open.paid > credits) {
        yield* move(queries, {
          key: returnKey(session),
          debit: "house:earned",
          credit: memberAccount(open.member_id),
          amount: open.paid - credits,
          reason: "paid-time-returned",
          about: session,
          // The house account has no lower bound, and the row is open once.
        }).pipe(Effect.catchTag(["InsufficientCredits", "KeyReused"], (error) => Effect.die(error)))
        yield* writeBalance(queries, open.member_id)
      }
      yield* recordEnd(queries, session, { seconds, credits, reason, isUnanswered }, at)
      const movements = yield* movementsOf(queries, session, open.intervals)
      return { credits, seconds, movements } satisfies PaidReceipt
    }),
  )
  yield* (yield* OutboxRelay).wake
  return settled
})

/** Ends sessions that a killed backend left open, by what their last payments confirmed. */
export const settleOrphanedSessions = Effect.gen(function* () {
  const database = yield* SqlDatabase
  for (;;) {
    const open = yield* openSessions(database)
    for (const { session_id } of open) yield* settlePaidTime(session_id, null, "restarted")
    if (open.length === 0) return
  }
}).pipe(Effect.withSpan("chat.settleForgotten"))
