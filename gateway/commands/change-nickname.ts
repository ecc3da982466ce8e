/**
 * ChangeNickname → NicknameChanged | NicknameRefused, for guests too. The gateway applies the service's rules for
 * names first, with the brands' names that it knows. Only the service knows whether a name is taken or looks like a
 * performer's (UA60).
 */
import { Effect } from "effect"
import { nicknameFault, trimmedNickname } from "@foldcast/rules/names/nickname"
import { Brands } from "../brand/brands.ts"
import { OUTCOME_UNKNOWN } from "../normalise/call-failure.ts"
import type { Handler } from "./handler.ts"
import { makeRoomAct, refusalOrUnknown } from "./room-act.ts"

const makeChangeNickname = Effect.map(
  Effect.all([makeRoomAct, Brands]),
  ([{ rooms, facts, conclude }, brands]): Handler<"ChangeNickname"> =>
    Effect.fnUntraced(function* ({ performerId, nickname: typed }, context) {
      const { visit, commandId: cause, interrupted } = context
      const actionFacts = refusalOrUnknown((label) => ({
        _tag: "NicknameRefused",
        performerId,
        label,
      }))
      const newNickname = trimmedNickname(typed)
      const label = interrupted ? OUTCOME_UNKNOWN : nicknameFault(typed, brands.names())
      if (label !== null) return yield* facts.decided(context, actionFacts.refusal(label))
      const result = yield* rooms.act(visit, {
        performerId,
        act: { action: "changeNickname", data: { newNickname } },
        answer: "nickname-changed",
        cause,
      })
      return yield* conclude(context, result, actionFacts)
    }),
)

export const changeNicknameHandlers = { ChangeNickname: makeChangeNickname }
