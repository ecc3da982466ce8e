/**
 * RegisterPasskey → PasskeyRegistered | PasskeyRegistrationRefused, RemovePasskey → PasskeyRemoved |
 * PasskeyRemovalRefused. Where the outcome is unknown, the list of passkeys tells it: the call cannot be repeated,
 * because its challenge is used up.
 */
import { Effect } from "effect"
import type { Event } from "@foldcast/contracts/stream/event"
import { trimmedPasskeyName, passkeyNameFault } from "@foldcast/rules/passkey"
import { passkeyRegistrationFacts, passkeyRemovalFacts } from "../normalise/account.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  type CommandContext,
  type Handler,
  NOT_FOR_GUESTS,
  TOO_MANY_ATTEMPTS,
  callTraits,
} from "./handler.ts"
import { makePasswordTries } from "../members/password-tries.ts"
import { challengePlace, proofOf } from "../members/proof.ts"

const REGISTERED: Event = { _tag: "PasskeyRegistered" }
const REMOVED: Event = { _tag: "PasskeyRemoved" }

const makeAsking = Effect.gen(function* () {
  const api = yield* MemberApi
  const endSession = yield* SessionEnder
  const facts = yield* makeCommandFacts
  return {
    /** Whether the account has it; null where nobody could say. */
    has: (member: SessionMember, id: string, context: CommandContext) =>
      Effect.map(
        api.call({ call: "GET /passkeys", token: member.token, ...callTraits(context) }),
        (outcome) =>
          outcome._tag === "Answered"
            ? outcome.body.passkeys.some((passkey) => passkey.id === id)
            : null,
      ),
    /** Tells what was answered, and ends the session where its token was refused. */
    tell: Effect.fnUntraced(function* (
      outcome: CallOutcome<unknown>,
      events: ReadonlyArray<Event>,
      member: SessionMember,
      context: CommandContext,
    ) {
      const handled = yield* facts.answered(context, ...events)
      if (isTokenRefused(outcome)) {
        yield* endSession.tokenRefused(context.session.owner, member.token)
      }
      return handled
    }),
  }
})

const makeRegisterPasskey = Effect.gen(function* () {
  const api = yield* MemberApi
  const facts = yield* makeCommandFacts
  const { has, tell } = yield* makeAsking

  const registerPasskey: Handler<"RegisterPasskey"> = Effect.fnUntraced(function* (
    { name, credential },
    context,
  ) {
    const { member } = context.session
    const refuse = (label: string) =>
      facts.decided(context, { _tag: "PasskeyRegistrationRefused", label })
    if (member === null) return yield* refuse(NOT_FOR_GUESTS)
    if (context.interrupted && (yield* has(member, credential.id, context)) === true) {
      return yield* facts.decided(context, REGISTERED)
    }
    const fault = passkeyNameFault(name)
    if (fault !== null) return yield* refuse(fault)
    const outcome = yield* api.call({
      call: "POST /passkeys",
      token: member.token,
      body: { ...challengePlace(context), name: trimmedPasskeyName(name), credential },
      ...callTraits(context),
    })
    if (outcome._tag === "Unknown" && (yield* has(member, credential.id, context)) === true) {
      return yield* facts.decided(context, REGISTERED)
    }
    return yield* tell(outcome, passkeyRegistrationFacts(outcome), member, context)
  })
  return registerPasskey
})

const makeRemovePasskey = Effect.gen(function* () {
  const api = yield* MemberApi
  const tries = yield* makePasswordTries
  const facts = yield* makeCommandFacts
  const { has, tell } = yield* makeAsking

  const removePasskey: Handler<"RemovePasskey"> = Effect.fnUntraced(function* (command, context) {
    const { member } = context.session
    const { id } = command
    const refuse = (label: string) =>
      facts.decided(context, { _tag: "PasskeyRemovalRefused", label })
    if (member === null) return yield* refuse(NOT_FOR_GUESTS)
    if (context.interrupted && (yield* has(member, id, context)) === false) {
      return yield* facts.decided(context, REMOVED)
    }
    const giveBackTry = yield* tries.take(member, context)
    if (giveBackTry === null) return yield* refuse(TOO_MANY_ATTEMPTS)
    const outcome = yield* api.call({
      call: "DELETE /passkeys",
      token: member.token,
      body: { id, ...proofOf(command, context) },
      ...callTraits(context),
    })
    if (outcome._tag !== "Refused") giveBackTry()
    if (outcome._tag === "Unknown" && (yield* has(member, id, context)) === false) {
      return yield* facts.decided(context, REMOVED)
    }
    return yield* tell(outcome, passkeyRemovalFacts(outcome), member, context)
  })
  return removePasskey
})

export const passkeysHandlers = {
  RegisterPasskey: makeRegisterPasskey,
  RemovePasskey: makeRemovePasskey,
}
