/** A tip is one movement on the ledger, keyed by the sender's id for it: a repeated tip moves nothing. */
import { Effect } from "effect"
import { SqlDatabase } from "../../db/database.ts"
import { badRequest, failIfRefused } from "../../http/refused.ts"
import { memberAccount } from "../../ledger/accounts.ts"
import { balanceOf, move } from "../../ledger/ledger.ts"
import { lockPresentMember } from "../../members/member-store.ts"
import { writeToOutbox } from "../../outbox/outbox.ts"
import { OutboxRelay } from "../../outbox/relay.ts"
import { pauseRefusal } from "../../spending/spending.ts"
import type { TipKind } from "../room-model/tip-kind.ts"
import { tooFewCredits } from "./paid-sessions.ts"

export interface TipPayment {
  readonly id: string
  readonly amount: number
  readonly kind: TipKind
  readonly performerId: string
}

/** `now` of the answer: whether it moved by this call. */
export const payTip = Effect.fn("chat.payTip")(function* (
  memberId: string,
  { id, amount, kind, performerId }: TipPayment,
) {
  const database = yield* SqlDatabase
  const moved = yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, memberId)
      yield* failIfRefused(yield* pauseRefusal(queries, memberId))
      const tip = yield* move(queries, {
        key: `tip:${memberId}:${id}`,
        debit: memberAccount(memberId),
        credit: "house:earned",
        amount,
        reason: kind._tag === "Toy" ? "toy-tip" : "tip",
        about: performerId,
      }).pipe(
        Effect.catchTag("InsufficientCredits", tooFewCredits),
        Effect.catchTag("KeyReused", () => badRequest("id")),
      )
      if (tip.now) {
        yield* writeToOutbox(queries, memberId, "updated-credits", {
          credits: yield* balanceOf(queries, memberId),
        })
      }
      return tip
    }),
  )
  yield* (yield* OutboxRelay).wake
  return moved
})
