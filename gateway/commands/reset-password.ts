/**
 * ResetPassword → PasswordChanged | PasswordChangeRefused. The link's token is exchanged for one that is
 * good for this one change; whose password it is, is what that token says and nothing else. It logs nobody
 * in.
 *
 * Everybody is logged out by it: all sessions of the member, and this browser's own whoever is in.
 * `PasswordChanged` comes first, so that the visitor hears it in the visit that asked.
 */
import { Effect } from "effect"
import { COMMON_PASSWORD } from "@foldcast/contracts/common-password"
import { LINK_LABELS } from "@foldcast/contracts/upstream/member-api"
import { isCommonPassword } from "@foldcast/rules/common-passwords"
import { passwordLengths, trimmedPassword } from "@foldcast/rules/password"
import { passwordChangeFaults } from "@foldcast/rules/password-change"
import { passwordFacts } from "../normalise/account.ts"
import { labelOf, OUTCOME_UNKNOWN } from "../normalise/call-failure.ts"
import type { CallFailure } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { MemberSessions } from "../members/member-sessions.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { LogInFlow } from "./log-in-flow.ts"
import type { NoToken } from "./log-in-token.ts"
import { type CommandContext, withNewCookie, HANDLED, type Handler, callTraits } from "./handler.ts"

const isSpent = (failure: CallFailure) =>
  failure._tag === "Refused" &&
  (LINK_LABELS as ReadonlyArray<string | null>).includes(failure.label)

const makeResetPassword = Effect.gen(function* () {
  const api = yield* MemberApi
  const logInFlow = yield* LogInFlow
  const endSession = yield* SessionEnder
  const memberSessions = yield* MemberSessions
  const facts = yield* makeCommandFacts

  const refuse = (label: string, context: CommandContext) =>
    facts.decided(context, { _tag: "PasswordChangeRefused", label })

  /** Without a token nothing was changed, unless an attempt before the gateway died used the link up. */
  const withoutToken = (answer: NoToken, context: CommandContext) => {
    if (answer._tag === "Declined") return refuse(answer.label, context)
    const { failure } = answer
    return context.interrupted && isSpent(failure)
      ? refuse(OUTCOME_UNKNOWN, context)
      : facts.answered(context, { _tag: "PasswordChangeRefused", label: labelOf(failure) })
  }

  const resetPassword: Handler<"ResetPassword"> = Effect.fnUntraced(function* (command, context) {
    const { session, commandId } = context
    const password = command.password ?? null
    const [fault] = passwordChangeFaults(
      { ...command, password },
      passwordLengths(context.brand.public.features),
    )
    if (fault !== undefined) return yield* refuse(fault.label, context)
    if (isCommonPassword(command.newPassword)) return yield* refuse(COMMON_PASSWORD, context)
    const answer = yield* logInFlow.requestToken({ token: command.token }, context)
    if (answer._tag !== "Token") return yield* withoutToken(answer, context)
    const { memberId } = answer.content
    const outcome = yield* api.call({
      call: "PUT /member",
      token: answer.token,
      body: {
        memberId,
        data: {
          ...(password !== null && { password: trimmedPassword(password) }),
          newPassword: trimmedPassword(command.newPassword),
          repeatNewPassword: trimmedPassword(command.repeatNewPassword),
          brand: context.brand.id,
        },
      },
      ...callTraits(context),
    })
    yield* facts.answered(context, ...passwordFacts(outcome))
    if (outcome._tag !== "Answered") return HANDLED
    yield* memberSessions.endOthers(memberId, session.owner)
    if (session.member === null) return HANDLED
    const next = yield* endSession.of(session.owner, "requested", commandId).pipe(
      // The password is changed: the session ends when its token is refused.
      Effect.catchTag("SessionsUnavailable", (error) =>
        Effect.as(Effect.logError("a session could not be ended", error.message), null),
      ),
    )
    return withNewCookie(next)
  })
  return resetPassword
})

export const resetPasswordHandlers = { ResetPassword: makeResetPassword }
