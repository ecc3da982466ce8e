/**
 * ChangeEmail → EmailChangeRequested and MemberLoaded | EmailChangeRefused, and CancelEmailChange →
 * EmailChangeCancelled and MemberLoaded | EmailChangeCancelRefused. The address changes when the link to the new
 * one is followed (activate.ts).
 *
 * The rules compare with the present address, so it is asked for first; when nobody knows what became of
 * the change, the profile tells.
 */
import { Effect } from "effect"
import type { BasicInfo } from "@foldcast/contracts/upstream/member-api"
import { trimmedEmail } from "@foldcast/rules/email"
import { emailChangeFaults } from "@foldcast/rules/email-change"
import { sameKey } from "@foldcast/rules/names/same-key"
import { emailCancellationFacts, emailFacts } from "../normalise/account.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import type { CallFailure } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { presentPassword, proofOf } from "../members/proof.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  browserOf,
  type CommandContext,
  HANDLED,
  type Handler,
  NOT_FOR_GUESTS,
  TOO_MANY_ATTEMPTS,
  callTraits,
} from "./handler.ts"
import { makePasswordTries } from "../members/password-tries.ts"

/** Whether the change was made: the address waits for its verification, or has been verified since. */
const isRequested = (email: string, { email: present, pendingEmail }: BasicInfo) =>
  [present, pendingEmail].some((known) => known !== undefined && sameKey(email) === sameKey(known))

const makeChangeEmail = Effect.gen(function* () {
  const api = yield* MemberApi
  const tries = yield* makePasswordTries
  const endSession = yield* SessionEnder
  const profile = yield* MemberProfiles
  const facts = yield* makeCommandFacts

  const refuse = (label: string, context: CommandContext) =>
    facts.decided(context, { _tag: "EmailChangeRefused", label })

  const refuseBy = Effect.fnUntraced(function* (
    failure: CallFailure,
    member: SessionMember,
    context: CommandContext,
  ) {
    const handled = yield* facts.answered(context, ...emailFacts(failure))
    if (isTokenRefused(failure)) {
      yield* endSession.tokenRefused(context.session.owner, member.token)
    }
    return handled
  })

  const conclude = Effect.fnUntraced(function* (member: SessionMember, context: CommandContext) {
    yield* facts.decided(context, { _tag: "EmailChangeRequested" })
    yield* profile.reload(member, context.visit, context.commandId)
    return HANDLED
  })

  const changeEmail: Handler<"ChangeEmail"> = Effect.fnUntraced(function* (command, context) {
    const { session, visit, commandId, interrupted } = context
    const { member } = session
    if (member === null) return yield* refuse(NOT_FOR_GUESTS, context)
    const info = yield* profile.ask(member.token, visit)
    if (info._tag !== "Answered") return yield* refuseBy(info, member, context)
    if (interrupted && isRequested(command.email, info.body))
      return yield* conclude(member, context)
    const [fault] = emailChangeFaults(
      { ...command, password: presentPassword(command) },
      info.body.email,
    )
    if (fault !== undefined) return yield* refuse(fault.label, context)
    const giveBackTry = yield* tries.take(member, context)
    if (giveBackTry === null) return yield* refuse(TOO_MANY_ATTEMPTS, context)
    const outcome = yield* api.call({
      call: "PUT /member",
      token: member.token,
      body: {
        memberId: member.memberId,
        data: {
          email: trimmedEmail(command.email),
          ...proofOf(command, context),
        },
      },
      ...callTraits(context),
      ...browserOf(context),
    })
    if (outcome._tag !== "Refused") giveBackTry()
    if (outcome._tag === "Unknown") {
      const now = yield* profile.ask(member.token, visit)
      if (now._tag === "Answered" && isRequested(command.email, now.body)) {
        return yield* conclude(member, context)
      }
    }
    if (outcome._tag !== "Answered") return yield* refuseBy(outcome, member, context)
    yield* facts.answered(context, ...emailFacts(outcome))
    yield* profile.reload(member, visit, commandId)
    return HANDLED
  })
  return changeEmail
})

/** Idempotent: afterwards no address waits for its verification. */
const makeCancelEmailChange = Effect.gen(function* () {
  const api = yield* MemberApi
  const profile = yield* MemberProfiles
  const facts = yield* makeCommandFacts

  const cancelEmailChange: Handler<"CancelEmailChange"> = Effect.fnUntraced(
    function* (_command, context) {
      const { member } = context.session
      if (member === null) {
        return yield* facts.decided(context, {
          _tag: "EmailChangeCancelRefused",
          label: NOT_FOR_GUESTS,
        })
      }
      const outcome = yield* api.call({
        call: "PUT /member",
        token: member.token,
        body: { memberId: member.memberId, data: { pendingEmail: null } },
        ...callTraits(context),
      })
      yield* facts.answered(context, ...emailCancellationFacts(outcome))
      if (outcome._tag === "Answered") {
        yield* profile.reload(member, context.visit, context.commandId)
      }
      return HANDLED
    },
  )
  return cancelEmailChange
})

export const changeEmailHandlers = {
  CancelEmailChange: makeCancelEmailChange,
  ChangeEmail: makeChangeEmail,
}
