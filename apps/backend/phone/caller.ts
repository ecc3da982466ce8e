/** What a caller may do with the call's token: see its state, enter rooms, and end it. */
import { Effect, Option } from "effect"
import type { DialInStateAnswer } from "@foldcast/contracts/upstream/dial-in"
import { ChatRooms } from "../chat/room-service/chat-rooms.ts"
import type { PaidEntryRequest } from "../chat/room-service/paid-entry.ts"
import { SqlDatabase } from "../db/database.ts"
import { badRequest } from "../http/refused.ts"
import { roomRefused } from "../chat/room-model/refusals.ts"
import type { CallTokenContent } from "../members/call-tokens.ts"
import { callById } from "./call-store.ts"
import { noIvrSession } from "./ivr-session.ts"
import { PhoneCalls } from "./phone-calls.ts"

type Caller = Pick<CallTokenContent, "id" | "session">

const callOf = Effect.fnUntraced(function* ({ id }: Caller) {
  const found = yield* callById(yield* SqlDatabase, id)
  return Option.isSome(found) ? found.value : yield* noIvrSession()
})

/** Of the token's own session alone. */
export const callState = Effect.fnUntraced(function* (caller: Caller, session: string | null) {
  if (session !== caller.session) {
    return yield* noIvrSession()
  }
  const { state, seconds, cents } = yield* callOf(caller)
  return { state, seconds, cents } satisfies typeof DialInStateAnswer.Type
})

/** Only while the call pays, and never VIP. */
export const joinAsCaller = Effect.fn("phone.join")(function* (
  caller: Caller,
  request: PaidEntryRequest,
  browser: { readonly address: string; readonly lang: "nl" | "en" },
) {
  if (request.mode === "vip") return yield* roomRefused("membersOnly")
  const calls = yield* PhoneCalls
  const rooms = yield* ChatRooms
  return yield* calls.inTurn(
    caller.id,
    Effect.gen(function* () {
      const call = yield* callOf(caller)
      if (call.state !== "in_call") return yield* badRequest("membersOnly")
      const viewer = { memberId: null, browser: call.viewer ?? "", ...browser }
      return yield* rooms.joinAsCaller(
        { call: call.id, username: call.username ?? "" },
        viewer,
        request,
      )
    }),
  )
})
