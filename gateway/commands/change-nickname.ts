/** ChangeNickname → NicknameChanged | NicknameRefused. A guest may be called something too. */
import { Effect } from "effect"
import { NICKNAME_LENGTH } from "@foldcast/contracts/chat-rules"
import { OUTCOME_UNKNOWN } from "../normalise/call-failure.ts"
import type { Handler } from "./handler.ts"
import { makeRoomAct, sayingUnknown, textFault } from "./room-act.ts"

export const makeChangeNickname = Effect.map(
  makeRoomAct,
  ({ rooms, facts, conclude }): Handler<"ChangeNickname"> =>
    Effect.fnUntraced(function* ({ performerId, nickname: typed }, context) {
      const { visit, commandId: cause, interrupted } = context
      const acting = sayingUnknown((label) => ({ _tag: "NicknameRefused", performerId, label }))
      const newNickname = typed.trim()
      const label = interrupted ? OUTCOME_UNKNOWN : textFault(newNickname, NICKNAME_LENGTH)
      if (label !== null) return yield* facts.decided(context, acting.refusal(label))
      const acted = yield* rooms.act(visit, {
        performerId,
        act: { action: "changeNickname", data: { newNickname } },
        answer: "nickname-changed",
        cause,
      })
      return yield* conclude(context, acted, acting)
    }),
)
