/**
 * ChangeUsername → UsernameChanged and MemberLoaded | UsernameChangeRefused. The limits are those of the
 * field it was typed in, and no brand's or performer's name is asked for; the answer's token is the session's
 * next. When nobody knows whether it was changed, the profile tells.
 */
import { Effect } from "effect"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import {
  trimmedUsername,
  USERNAME_IN_PROMPT,
  USERNAME_IN_SETTINGS,
  usernameFault,
  type UsernameLimits,
} from "@foldcast/rules/username"
import { Brands } from "../brand/brands.ts"
import { usernameFacts } from "../normalise/account.ts"
import { isPerformersName, LOOKALIKE } from "../performers/performer-names.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { PerformerService } from "../upstream/performer-service.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { type CommandContext, type Handler, NOT_FOR_GUESTS, callTraits } from "./handler.ts"
import { CONCLUDED, type Concluded, NextToken } from "./next-token.ts"

const LIMITS: Readonly<Record<CommandOf<"ChangeUsername">["where"], UsernameLimits>> = {
  prompt: USERNAME_IN_PROMPT,
  settings: USERNAME_IN_SETTINGS,
}

const makeChangeUsername = Effect.gen(function* () {
  const api = yield* MemberApi
  const nextToken = yield* NextToken
  const profile = yield* MemberProfiles
  const brands = yield* Brands
  const performers = yield* PerformerService
  const facts = yield* makeCommandFacts

  const refuse = (label: string, context: CommandContext) =>
    facts.decided(context, { _tag: "UsernameChangeRefused", label })

  const isPresent = (username: string, { token }: SessionMember, { visit }: CommandContext) =>
    Effect.map(
      profile.ask(token, visit),
      (info) => info._tag === "Answered" && info.body.username === username,
    )

  /** Where the name is the member's already, the session keeps its token. */
  const change = (username: string, member: SessionMember, context: CommandContext) =>
    Effect.gen(function* () {
      const { interrupted } = context
      if (interrupted && (yield* isPresent(username, member, context))) {
        return { outcome: CONCLUDED, token: undefined }
      }
      const outcome = yield* api.call({
        call: "POST /change-username",
        token: member.token,
        body: { username },
        ...callTraits(context),
      })
      if (outcome._tag === "Answered") return { outcome, token: outcome.body.token }
      const isDone = outcome._tag === "Unknown" && (yield* isPresent(username, member, context))
      return { outcome: isDone ? CONCLUDED : outcome, token: undefined }
    })

  const changeUsername: Handler<"ChangeUsername"> = Effect.fnUntraced(function* (command, context) {
    const { session, visit, commandId } = context
    const { member } = session
    if (member === null) return yield* refuse(NOT_FOR_GUESTS, context)
    const username = trimmedUsername(command.username)
    const fault = usernameFault(username, LIMITS[command.where], brands.names())
    if (fault !== null) return yield* refuse(`badRequest.${fault}`, context)
    if (yield* isPerformersName(performers, username)) {
      return yield* refuse(`badRequest.${LOOKALIKE}`, context)
    }
    const call = change(username, member, context)
    const exchanged = yield* nextToken.exchange<CallOutcome<unknown> | Concluded>(
      call,
      member,
      context,
      { rotates: false },
    )
    const { outcome } = exchanged
    yield* outcome._tag === "Concluded"
      ? facts.decided(context, { _tag: "UsernameChanged" })
      : facts.answered(context, ...usernameFacts(outcome))
    if (outcome._tag === "Concluded" || outcome._tag === "Answered") {
      yield* profile.reload(exchanged.member, visit, commandId)
    }
    return { cookie: exchanged.cookie }
  })
  return changeUsername
})

export const changeUsernameHandlers = { ChangeUsername: makeChangeUsername }
