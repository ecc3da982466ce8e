/**
 * A tip is one movement, named by its sender's own word for it: said again, it moves nothing more and is told as the
 * same one.
 */
import { Effect } from "effect"
import {
  QUICK_TIPS,
  TOY_TIPS,
  type TipType,
  type ToyIntensity,
  TYPED_TIP,
} from "@foldcast/contracts/chat-rules"
import { Database } from "../../db/database.ts"
import { badRequest } from "../../http/refused.ts"
import { memberAccount } from "../../ledger/accounts.ts"
import { balanceOf, move } from "../../ledger/ledger.ts"
import { lockPresentMember } from "../../members/member-store.ts"
import { write } from "../../outbox/outbox.ts"
import { OutboxRelay } from "../../outbox/relay.ts"
import { tooFewCredits } from "./paid-sessions.ts"

const isToyIntensity = (tipType: TipType | ToyIntensity): tipType is ToyIntensity =>
  TOY_TIPS.some(({ intensity }) => intensity === tipType)

export type TipKind =
  | { readonly _tag: "Credits"; readonly tipType: TipType }
  | { readonly _tag: "Toy"; readonly intensity: ToyIntensity; readonly level: number }

/**
 * What a tip of this amount and type is; null where there is none such: a typed amount out of bounds, or a toy
 * tip that is not listed as it is. Pure.
 */
export const tipKindOf = (
  amount: number,
  tipType: TipType | ToyIntensity,
  vibrate: number | undefined,
): TipKind | null => {
  if (isToyIntensity(tipType)) {
    const listed = TOY_TIPS.find((tip) => tip.amount === amount && tip.intensity === tipType)
    return listed === undefined || (vibrate ?? listed.level) !== listed.level
      ? null
      : { _tag: "Toy", intensity: listed.intensity, level: listed.level }
  }
  const isListed = QUICK_TIPS.some((tip) => tip.amount === amount && tip.tipType === tipType)
  const isTyped = tipType === "gift" && amount >= TYPED_TIP.minimum && amount <= TYPED_TIP.maximum
  return isListed || isTyped ? { _tag: "Credits", tipType } : null
}

export interface PaidTip {
  readonly id: string
  readonly amount: number
  readonly kind: TipKind
  readonly performerId: string
}

/** Answers whether it moved now; a repeated one did before. */
export const payTip = Effect.fn("chat.payTip")(function* (
  memberId: string,
  { id, amount, kind, performerId }: PaidTip,
) {
  const database = yield* Database
  const moved = yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, memberId)
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
        yield* write(queries, memberId, "updated-credits", {
          credits: yield* balanceOf(queries, memberId),
        })
      }
      return tip
    }),
  )
  yield* (yield* OutboxRelay).wake
  return moved
})
