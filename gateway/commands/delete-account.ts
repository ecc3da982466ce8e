/**
 * DeleteAccount → AccountDeleted, then LoggedOut in every session of the member |
 * AccountDeletionRefused. Asked for with proof, for the account that the member was shown.
 *
 * When nobody knows whether it was deleted, the account's token tells; where it cannot, members/account-deletion.ts
 * asks again until it can.
 */
import { Effect } from "effect"
import { deletionFault } from "@foldcast/rules/account-deletion"
import { deletionFacts } from "../normalise/account.ts"
import { OUTCOME_UNKNOWN, UNAVAILABLE } from "../normalise/call-failure.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { TokenChanges } from "../sessions/token-changes.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { AccountDeletion } from "../members/account-deletion.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { presentPassword, type IdentityProof, proofOf } from "../members/proof.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  type CommandContext,
  withNewCookie,
  type Handler,
  NOT_FOR_GUESTS,
  TOO_MANY_ATTEMPTS,
  callTraits,
} from "./handler.ts"
import { makePasswordTries } from "../members/password-tries.ts"

/** Asks for the deletion, and concludes what came of it. */
const makeRemoval = Effect.gen(function* () {
  const api = yield* MemberApi
  const accountDeletion = yield* AccountDeletion
  const facts = yield* makeCommandFacts

  /** Deletes what this gateway keeps of an account that is deleted. */
  const carryOut = (member: SessionMember, { session, commandId }: CommandContext) =>
    accountDeletion
      .carryOut(member.memberId, { owner: session.owner, cause: commandId })
      .pipe(Effect.map(withNewCookie))

  /** Found out by asking for the account, not by an answer to the deletion. */
  const concludeGone = (member: SessionMember, context: CommandContext) =>
    Effect.andThen(facts.decided(context, { _tag: "AccountDeleted" }), carryOut(member, context))

  const remove = Effect.fnUntraced(function* (
    member: SessionMember,
    proof: IdentityProof,
    context: CommandContext,
    giveBackTry: () => void,
  ) {
    const { memberId, token } = member
    const outcome = yield* api.call({
      call: "DELETE /member",
      token,
      body: { memberId, ...proofOf(proof, context) },
      ...callTraits(context),
    })
    if (outcome._tag !== "Refused") giveBackTry()
    if (outcome._tag === "Answered") {
      yield* facts.answered(context, ...deletionFacts(outcome))
      return yield* carryOut(member, context)
    }
    // A token that is refused may be so because somebody else's deletion came first.
    const isOpen = outcome._tag === "Unknown" || isTokenRefused(outcome)
    const account = isOpen ? yield* accountDeletion.ask(member) : "there"
    if (account === "gone") return yield* concludeGone(member, context)
    if (account === "there") yield* accountDeletion.withdraw(memberId)
    else yield* accountDeletion.leaveOpen(memberId)
    return yield* facts.answered(context, ...deletionFacts(outcome))
  })

  return { remove, concludeGone }
})

const makeDeleteAccount = Effect.gen(function* () {
  const { remove, concludeGone } = yield* makeRemoval
  const tries = yield* makePasswordTries
  const accountDeletion = yield* AccountDeletion
  const endSession = yield* SessionEnder
  const changes = yield* TokenChanges
  const profile = yield* MemberProfiles
  const facts = yield* makeCommandFacts

  const refuse = (label: string, context: CommandContext) =>
    facts.decided(context, { _tag: "AccountDeletionRefused", label })

  const deleteAccount: Handler<"DeleteAccount"> = Effect.fnUntraced(function* (command, context) {
    const { session, interrupted } = context
    const { member } = session
    if (member === null) return yield* refuse(NOT_FOR_GUESTS, context)
    if (interrupted) {
      const account = yield* accountDeletion.ask(member)
      if (account === "gone") return yield* concludeGone(member, context)
      if (account === "unknown") return yield* refuse(OUTCOME_UNKNOWN, context)
    }
    const info = yield* profile.ask(member.token, context.visit)
    if (info._tag !== "Answered") {
      const handled = yield* facts.answered(context, ...deletionFacts(info))
      if (isTokenRefused(info)) yield* endSession.tokenRefused(session.owner, member.token)
      return handled
    }
    const fault = deletionFault(
      { ...command, password: presentPassword(command) },
      info.body.username,
    )
    if (fault !== null) return yield* refuse(fault, context)
    const giveBackTry = yield* tries.take(member, context)
    if (giveBackTry === null) return yield* refuse(TOO_MANY_ATTEMPTS, context)
    const isWritten = yield* accountDeletion.begin(member).pipe(
      Effect.as(true),
      Effect.catch((error) => Effect.as(Effect.logError("accountDeletions", error.message), false)),
    )
    if (!isWritten) return yield* refuse(UNAVAILABLE, context)
    // Whoever is refused with the token meanwhile waits: whoever asked is told of the deletion, not of that.
    return yield* changes.during(session.owner, remove(member, command, context, giveBackTry))
  })
  return deleteAccount
})

export const deleteAccountHandlers = { DeleteAccount: makeDeleteAccount }
