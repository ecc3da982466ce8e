/**
 * ChangeUsername → UsernameChanged and MemberLoaded | UsernameChangeRefused. The limits are those of the
 * field it was typed in (AUTH-61, AUTH-62); the answer's token is the session's next (AUTH-66). When nobody
 * knows whether it was changed, the profile tells.
 */
import { Effect } from "effect"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import {
  USERNAME_IN_PROMPT,
  USERNAME_IN_SETTINGS,
  usernameFault,
  type UsernameLimits,
} from "@foldcast/rules/username"
import type { SessionMember } from "../sessions/session-store.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { ReloadMember } from "../visits/reload-member.ts"
import {
  type CommandContext,
  type Handler,
  NOT_FOR_GUESTS,
  refusedHere,
  visitOf,
} from "./handler.ts"
import { NextToken } from "./next-token.ts"
import { makeTell } from "./tell.ts"

const LIMITS: Readonly<Record<CommandOf<"ChangeUsername">["where"], UsernameLimits>> = {
  prompt: USERNAME_IN_PROMPT,
  settings: USERNAME_IN_SETTINGS,
}

export const makeChangeUsername = Effect.gen(function* () {
  const api = yield* MemberApi
  const nextToken = yield* NextToken
  const reload = yield* ReloadMember
  const tell = yield* makeTell("POST /change-username")

  const isPresent = Effect.fnUntraced(function* (
    username: string,
    { token }: SessionMember,
    context: CommandContext,
  ) {
    const raw = yield* api.call({ call: "GET /basic-info", token, ...visitOf(context) })
    const { outcome } = readAnswer("GET /basic-info", raw)
    return outcome._tag === "Answered" && outcome.body.username === username
  })

  const change = (username: string, member: SessionMember, context: CommandContext) =>
    Effect.gen(function* () {
      const { interrupted } = context
      if (interrupted && (yield* isPresent(username, member, context))) return DONE
      const raw = yield* api.call({
        call: "POST /change-username",
        token: member.token,
        body: { username },
        ...visitOf(context),
      })
      const { outcome } = readAnswer("POST /change-username", raw)
      if (outcome._tag === "Answered") return { outcome, token: outcome.body.token }
      const isDone = outcome._tag === "Unknown" && (yield* isPresent(username, member, context))
      return isDone ? DONE : { outcome, token: undefined }
    })

  const changeUsername: Handler<"ChangeUsername"> = Effect.fnUntraced(function* (command, context) {
    const { session, visit, commandId } = context
    const { member } = session
    if (member === null) return yield* tell(NOT_FOR_GUESTS, context)
    const fault = usernameFault(command.username, LIMITS[command.where])
    if (fault !== null) return yield* tell(refusedHere(`badRequest.${fault}`), context)
    const call = change(command.username.trim(), member, context)
    const exchanged = yield* nextToken.exchange(call, member, context, { rotates: false })
    yield* tell(exchanged.outcome, context)
    if (exchanged.outcome._tag === "Answered") {
      yield* reload.of(exchanged.member, visit, commandId)
    }
    return { cookie: exchanged.cookie }
  })
  return changeUsername
})

/** The name is the member's by now; the token of before goes on. */
const DONE = { outcome: { _tag: "Answered", body: { token: "" } }, token: undefined } as const
