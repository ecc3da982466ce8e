/** SendRoomMessage → RoomMessageReceived, the author's own copy of it | RoomMessageRefused. */
import { Effect } from "effect"
import { MESSAGE_LENGTH } from "@foldcast/contracts/chat-rules"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import type { CommandContext } from "./handler.ts"
import {
  actOrRefuse,
  refusalOrUnknown,
  refusalReason,
  type RoomActDeps,
  roomHandler,
  textFault,
} from "./room-act.ts"

const sendRoomMessage = Effect.fnUntraced(function* (
  deps: RoomActDeps,
  { performerId, message: typed, messageType }: CommandOf<"SendRoomMessage">,
  context: CommandContext,
) {
  const { visit, commandId: cause } = context
  const message = typed.trim()
  const data = { id: cause, message, messageType }
  return yield* actOrRefuse(deps, context, {
    actionFacts: refusalOrUnknown((label) => ({ _tag: "RoomMessageRefused", performerId, label })),
    ask:
      refusalReason(deps, performerId, context) ??
      textFault(message, MESSAGE_LENGTH) ??
      deps.rooms.act(visit, {
        performerId,
        act: { action: "message", data },
        answer: "message",
        cause,
      }),
  })
})

export const sendRoomMessageHandlers = {
  SendRoomMessage: roomHandler<"SendRoomMessage">(sendRoomMessage),
}
