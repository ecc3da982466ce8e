/**
 * VIP holds on the ledger: the credits of the first interval, from the acceptance on. Joining uses them, letting VIP
 * go loses them to the house, anything else returns them; a killed backend returns them at its next start.
 *
 * Invariants: a member has one hold; it is taken, used and ended once each, in the row of its session; what the house
 * keeps is what was held.
 */
import { Clock, Effect } from "effect"
import { SqlDatabase } from "../../db/database.ts"
import { failIfRefused } from "../../http/refused.ts"
import { pauseRefusal } from "../../spending/spending.ts"
import { memberAccount } from "../../ledger/accounts.ts"
import { balanceOf, move } from "../../ledger/ledger.ts"
import { lockPresentMember } from "../../members/member-store.ts"
import { writeToOutbox } from "../../outbox/outbox.ts"
import { OutboxRelay } from "../../outbox/relay.ts"
import { vipWaitMs } from "./paid-pauses.ts"
import { intervalKey, settlePaidTime, writeBalance } from "./paid-sessions.ts"
import { hasVipHold, insertPaidTime, recordInterval, convertVipHold } from "./paid-time-store.ts"
import type { HoldEnd, HoldOutcome, HoldReceipt, VipHold } from "../room-model/vip-hold.ts"

/** A member with fewer credits than a minute costs gets a `payment-failed` event. */
export const takeVipHold = Effect.fn("chat.takeVipHold")(function* ({
  session,
  memberId,
  performerId,
  creditsPerMinute,
  price,
}: VipHold) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  const outcome = yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, memberId)
      if (yield* hasVipHold(queries, memberId)) return "heldElsewhere" satisfies HoldOutcome
      if ((yield* pauseRefusal(queries, memberId)) !== null) return "paused" satisfies HoldOutcome
      if ((yield* balanceOf(queries, memberId)) < creditsPerMinute) {
        yield* writeToOutbox(queries, memberId, "payment-failed", { action: "pre-paid" })
        return "tooFewCredits" satisfies HoldOutcome
      }
      const beginning = { session, memberId, performerId, mode: "vip", creditsPerMinute } as const
      yield* insertPaidTime(queries, beginning, at, true)
      yield* move(queries, {
        key: intervalKey(session, 1),
        debit: memberAccount(memberId),
        credit: "house:earned",
        amount: price,
        reason: "vip-hold",
        about: session,
        // The balance was read under the member's lock, and the session's id is new.
      }).pipe(Effect.catchTag(["InsufficientCredits", "KeyReused"], (error) => Effect.die(error)))
      yield* recordInterval(queries, session, { intervals: 1, price, seenMs: 0 })
      yield* writeBalance(queries, memberId)
      return "held" satisfies HoldOutcome
    }),
  )
  yield* (yield* OutboxRelay).wake
  return outcome
})

/** Joining uses the hold as the session's first interval. False where it has ended; refused in a pause. */
export const useVipHold = Effect.fn("chat.useVipHold")(function* ({ session, memberId }: VipHold) {
  const database = yield* SqlDatabase
  return yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, memberId)
      yield* failIfRefused(yield* pauseRefusal(queries, memberId))
      return yield* convertVipHold(queries, session)
    }),
  )
})

/** Also where it is unknown whether the hold was taken: then nothing is kept or returned. */
export const endVipHold = Effect.fn("chat.endVipHold")(function* (
  { session, memberId, price }: VipHold,
  { isLost, reason }: HoldEnd,
) {
  const database = yield* SqlDatabase
  const total = { credits: isLost ? price : 0, seconds: 0 }
  const { movements } = yield* settlePaidTime(session, total, reason)
  const waitMs = isLost ? yield* vipWaitMs(database, memberId) : 0
  return { movements, waitSeconds: Math.ceil(waitMs / 1_000) } satisfies HoldReceipt
})
