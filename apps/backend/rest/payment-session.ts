/** POST /payment/session, GET /payment/session/{id} and POST /payment/session/{id}/withdrawal. */
import { Effect, Option } from "effect"
import {
  PaymentSessionAnswer,
  PaymentSessionRequest,
  PaymentSessionState,
  WithdrawalAnswer,
} from "@foldcast/contracts/upstream/member-api"
import { SqlDatabase } from "../db/database.ts"
import { type Call, memberCall, NoBody } from "./call.ts"
import { routesOf } from "./routes.ts"
import { notFound } from "../http/refused.ts"
import type { StoredMember } from "../members/member.ts"
import { openPaymentSession } from "../payments/open-session.ts"
import { paymentSessionAnswer } from "../payments/session-answer.ts"
import { sessionById } from "../payments/session-store.ts"
import { withdrawPurchase } from "../payments/withdraw.ts"

const postPaymentSession = memberCall({
  storesFor: "members",
  body: PaymentSessionRequest,
  answer: PaymentSessionAnswer,
  handle: (member, { body }) => openPaymentSession(member.id, body),
})

/** Another member's session is answered like one that does not exist. */
const getPaymentSession = memberCall({
  body: NoBody,
  answer: PaymentSessionState,
  handle: Effect.fnUntraced(function* (member: StoredMember, { id }: Call<unknown>) {
    const session = yield* sessionById(yield* SqlDatabase, id)
    return Option.isSome(session) && session.value.member_id === member.id
      ? paymentSessionAnswer(session.value)
      : yield* notFound()
  }),
})

/** Never refused for a full disk: nobody is kept from a right that ends. */
const postWithdrawal = memberCall({
  body: NoBody,
  answer: WithdrawalAnswer,
  handle: (member, { id }) => withdrawPurchase(member, id),
})

export const paymentSessionRoutes = routesOf({
  "POST /payment/session": postPaymentSession,
  "GET /payment/session/:id": getPaymentSession,
  "POST /payment/session/:id/withdrawal": postWithdrawal,
})
