/**
 * ChangeNickname → NicknameChanged | NicknameRefused, for guests too. The gateway applies the service's rules for
 * names first, with the brands' names that it knows. Only the service knows whether a name is taken or looks like a
 * performer's (UA60).
 */
import { Effect } from "effect"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { nicknameFault, trimmedNickname } from "@foldcast/rules/names/nickname"
import { Brands } from "../brand/brands.ts"
import type { CommandContext, Handler } from "./handler.ts"
import { actOrRefuse, refusalOrUnknown, type RoomActDeps, roomActDeps } from "./room-act.ts"

const changeNickname = Effect.fnUntraced(function* (
  { brands, ...deps }: RoomActDeps & { readonly brands: typeof Brands.Service },
  { performerId, nickname: typed }: CommandOf<"ChangeNickname">,
  context: CommandContext,
) {
  const { visit, commandId: cause } = context
  const newNickname = trimmedNickname(typed)
  return yield* actOrRefuse(deps, context, {
    actionFacts: refusalOrUnknown((label) => ({ _tag: "NicknameRefused", performerId, label })),
    ask:
      nicknameFault(typed, brands.names()) ??
      deps.rooms.act(visit, {
        performerId,
        act: { action: "changeNickname", data: { newNickname } },
        answer: "nickname-changed",
        cause,
      }),
  })
})

const makeChangeNickname = Effect.map(
  Effect.all([roomActDeps, Brands]),
  ([deps, brands]): Handler<"ChangeNickname"> =>
    (command, context) =>
      changeNickname({ ...deps, brands }, command, context),
)

export const changeNicknameHandlers = { ChangeNickname: makeChangeNickname }
