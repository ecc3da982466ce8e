/**
 * A member's change about a performer (a favourite, an alert, a block) → the fact that it holds | its refusal, for
 * members alone. It may be repeated without harm, so one that ran when the gateway died is asked again. The member's
 * other tabs hear of it by the same fact. Where nobody knows whether it was changed, the list tells.
 */
import { Effect, type Redacted } from "effect"
import type { Event } from "@foldcast/contracts/stream/event"
import type { LogUnavailable } from "../log/visit-log.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { reasonOf } from "../normalise/call-failure.ts"
import type { SessionMember, SessionsUnavailable } from "../sessions/session-store.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { type CommandContext, NOT_FOR_GUESTS } from "./handler.ts"

export interface PerformerChange {
  /** For operators: what was not changed. */
  readonly what: string
  readonly refused: (label: string) => Event
  /** Its name, for operators. */
  readonly call: string
  readonly ask: (token: Redacted.Redacted) => Effect.Effect<CallOutcome<unknown>>
  readonly told: (outcome: CallOutcome<unknown>) => Event
  readonly listAgain: (
    member: SessionMember,
  ) => Effect.Effect<unknown, LogUnavailable | SessionsUnavailable>
}

export const makeChangePerformer = Effect.gen(function* () {
  const endSession = yield* SessionEnder
  const facts = yield* makeCommandFacts

  return Effect.fnUntraced(function* (change: PerformerChange, context: CommandContext) {
    const { member, owner } = context.session
    if (member === null) return yield* facts.decided(context, change.refused(NOT_FOR_GUESTS))
    const outcome = yield* change.ask(member.token)
    if (outcome._tag !== "Answered") {
      const { what, call } = change
      yield* Effect.logWarning(`${what} was not changed`, { call, why: reasonOf(outcome) })
    }
    const handled = yield* facts.answered(context, change.told(outcome))
    if (isTokenRefused(outcome)) yield* endSession.tokenRefused(owner, member.token)
    if (outcome._tag === "Unknown") yield* change.listAgain(member)
    return handled
  })
})
