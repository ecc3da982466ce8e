/** POST /payment/session and GET /payment/session/{id}. */
import { Effect, Option } from "effect"
import {
  PaymentSessionAnswer,
  PaymentSessionRequest,
  PaymentSessionState,
} from "@foldcast/contracts/upstream/member-api"
import { Database } from "../db/database.ts"
import { type Call, memberCall, NoBody } from "./call.ts"
import { notFound } from "../http/refused.ts"
import type { Member } from "../members/member.ts"
import { openSession } from "../payments/open-session.ts"
import { sessionAnswer } from "../payments/session-answer.ts"
import { sessionById } from "../payments/session-store.ts"

export const postPaymentSession = memberCall({
  storesFor: "members",
  body: PaymentSessionRequest,
  answer: PaymentSessionAnswer,
  handle: (member, { body }) => openSession(member.id, body),
})

/** Another member's session and one that does not exist are the same to whoever asks. */
export const getPaymentSession = memberCall({
  body: NoBody,
  answer: PaymentSessionState,
  handle: Effect.fnUntraced(function* (member: Member, { id }: Call<unknown>) {
    const session = yield* sessionById(yield* Database, id)
    return Option.isSome(session) && session.value.member_id === member.id
      ? sessionAnswer(session.value)
      : yield* notFound()
  }),
})
