/** SendRoomMessage → RoomMessageReceived, the author's own copy of it | RoomMessageRefused. */
import { Effect } from "effect"
import { MESSAGE_LENGTH } from "@foldcast/contracts/chat-rules"
import { OUTCOME_UNKNOWN } from "../normalise/call-failure.ts"
import type { Handler } from "./handler.ts"
import { makeRoomAct, refusalOrUnknown, textFault } from "./room-act.ts"

const makeSendRoomMessage = Effect.map(
  makeRoomAct,
  ({ rooms, facts, refusalReason, conclude }): Handler<"SendRoomMessage"> =>
    Effect.fnUntraced(function* ({ performerId, message: typed, messageType }, context) {
      const { visit, commandId: cause, interrupted } = context
      const actionFacts = refusalOrUnknown((label) => ({
        _tag: "RoomMessageRefused",
        performerId,
        label,
      }))
      const message = typed.trim()
      const label = interrupted
        ? OUTCOME_UNKNOWN
        : (refusalReason(performerId, context) ?? textFault(message, MESSAGE_LENGTH))
      if (label !== null) return yield* facts.decided(context, actionFacts.refusal(label))
      const data = { id: cause, message, messageType }
      const result = yield* rooms.act(visit, {
        performerId,
        act: { action: "message", data },
        answer: "message",
        cause,
      })
      return yield* conclude(context, result, actionFacts)
    }),
)

export const sendRoomMessageHandlers = { SendRoomMessage: makeSendRoomMessage }
