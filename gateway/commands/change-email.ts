/**
 * ChangeEmail → EmailChanged and MemberLoaded | EmailChangeRefused. The rules compare with the present
 * address, so it is asked for first; when nobody knows whether it was changed, it tells.
 */
import { Effect } from "effect"
import { trimmedEmail } from "@foldcast/rules/email"
import { emailChangeFaults } from "@foldcast/rules/email-change"
import { emailFacts } from "../normalise/account.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { EndSession } from "../members/end-session.ts"
import { MemberProfile } from "../members/member-profile.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { type CommandContext, type Handler, NOT_FOR_GUESTS, visitOf } from "./handler.ts"
import { CONCLUDED, type Concluded, NextToken } from "./next-token.ts"

const isPresent = (email: string, present: string) =>
  trimmedEmail(email).toLowerCase() === trimmedEmail(present).toLowerCase()

export const makeChangeEmail = Effect.gen(function* () {
  const api = yield* MemberApi
  const endSession = yield* EndSession
  const nextToken = yield* NextToken
  const profile = yield* MemberProfile
  const facts = yield* makeCommandFacts

  const refuse = (label: string, context: CommandContext) =>
    facts.decided(context, { _tag: "EmailChangeRefused", label })

  /** Sent once; whether it took effect is told by the profile when nobody else can. */
  const change = (email: string, member: SessionMember, context: CommandContext) =>
    Effect.gen(function* () {
      const outcome = yield* api.call({
        call: "PUT /member",
        token: member.token,
        body: { memberId: member.memberId, data: { email: trimmedEmail(email) } },
        ...visitOf(context),
      })
      if (outcome._tag === "Answered") return { outcome, token: outcome.body.token }
      if (outcome._tag !== "Unknown") return { outcome, token: undefined }
      const info = yield* profile.ask(member.token, context.visit)
      const isDone = info._tag === "Answered" && isPresent(email, info.body.email)
      return { outcome: isDone ? CONCLUDED : outcome, token: undefined }
    })

  const changeEmail: Handler<"ChangeEmail"> = Effect.fnUntraced(function* (command, context) {
    const { session, visit, commandId, interrupted } = context
    const { member } = session
    if (member === null) return yield* refuse(NOT_FOR_GUESTS, context)
    const info = yield* profile.ask(member.token, visit)
    if (info._tag !== "Answered") {
      const handled = yield* facts.answered(context, ...emailFacts(info))
      if (isTokenRefused(info)) yield* endSession.tokenRefused(session.owner, member.token)
      return handled
    }
    const wasDone = interrupted && isPresent(command.email, info.body.email)
    const [fault] = emailChangeFaults(command, info.body.email)
    if (fault !== undefined && !wasDone) return yield* refuse(fault.label, context)
    const call = wasDone
      ? Effect.succeed({ outcome: CONCLUDED, token: undefined })
      : change(command.email, member, context)
    const exchanged = yield* nextToken.exchange<CallOutcome<unknown> | Concluded>(
      call,
      member,
      context,
      { rotates: false },
    )
    const { outcome } = exchanged
    yield* outcome._tag === "Concluded"
      ? facts.decided(context, { _tag: "EmailChanged" })
      : facts.answered(context, ...emailFacts(outcome))
    if (outcome._tag === "Concluded" || outcome._tag === "Answered") {
      yield* profile.reload(exchanged.member, visit, commandId)
    }
    return { cookie: exchanged.cookie }
  })
  return changeEmail
})
