/**
 * ChangePassword → PasswordChanged | PasswordChangeRefused. The session goes on with the answer's token and a new
 * cookie, and every other session of the member ends at once. Every other stream of this session ends too: its tabs
 * come back with the new cookie, and whoever had a copy of the old one does not.
 *
 * Never repeated after the gateway died: the first attempt may have changed the password.
 */
import { Effect } from "effect"
import { COMMON_PASSWORD } from "@foldcast/contracts/common-password"
import { isCommonPassword } from "@foldcast/rules/common-passwords"
import { passwordLengths, trimmedPassword } from "@foldcast/rules/password"
import { passwordChangeFaults } from "@foldcast/rules/password-change"
import { OUTCOME_UNKNOWN } from "../normalise/call-failure.ts"
import { passwordFacts } from "../normalise/account.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { MemberSessions } from "../members/member-sessions.ts"
import { makeCloseOldStreams } from "../visits/close-old-streams.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  type CommandContext,
  type Handler,
  NOT_FOR_GUESTS,
  TOO_MANY_ATTEMPTS,
  callTraits,
} from "./handler.ts"
import { NextToken } from "./next-token.ts"
import { makePasswordTries } from "../members/password-tries.ts"

const makeChangePassword = Effect.gen(function* () {
  const api = yield* MemberApi
  const tries = yield* makePasswordTries
  const nextToken = yield* NextToken
  const memberSessions = yield* MemberSessions
  const cutStreams = yield* makeCloseOldStreams
  const facts = yield* makeCommandFacts

  const refuse = (label: string, context: CommandContext) =>
    facts.decided(context, { _tag: "PasswordChangeRefused", label })

  const changePassword: Handler<"ChangePassword"> = Effect.fnUntraced(function* (command, context) {
    const { session, interrupted } = context
    const { member } = session
    if (member === null) return yield* refuse(NOT_FOR_GUESTS, context)
    if (interrupted) return yield* refuse(OUTCOME_UNKNOWN, context)
    const [fault] = passwordChangeFaults(command, passwordLengths(context.brand.public.features))
    if (fault !== undefined) return yield* refuse(fault.label, context)
    if (isCommonPassword(command.newPassword)) return yield* refuse(COMMON_PASSWORD, context)
    const giveBackTry = yield* tries.take(member, context)
    if (giveBackTry === null) return yield* refuse(TOO_MANY_ATTEMPTS, context)
    const call = Effect.gen(function* () {
      const outcome = yield* api.call({
        call: "PUT /member",
        token: member.token,
        body: {
          memberId: member.memberId,
          data: {
            password: trimmedPassword(command.password),
            newPassword: trimmedPassword(command.newPassword),
            repeatNewPassword: trimmedPassword(command.repeatNewPassword),
            brand: context.brand.id,
          },
        },
        ...callTraits(context),
      })
      if (outcome._tag !== "Refused") giveBackTry()
      return { outcome, token: outcome._tag === "Answered" ? outcome.body.token : undefined }
    })
    const exchanged = yield* nextToken.exchange(call, member, context, { rotates: true })
    if (exchanged.cookie !== null) yield* cutStreams(context, { reopens: false })
    yield* facts.answered(context, ...passwordFacts(exchanged.outcome))
    if (exchanged.outcome._tag === "Answered") {
      yield* memberSessions.endOthers(member.memberId, session.owner)
    }
    return { cookie: exchanged.cookie }
  })
  return changePassword
})

export const changePasswordHandlers = { ChangePassword: makeChangePassword }
