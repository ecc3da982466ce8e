/**
 * EndSession → SessionEnded, in every visit of the member | SessionEndRefused. Only a session of the same
 * member can be ended; another member's and one that never was get the same answer.
 */
import { Effect } from "effect"
import { UNAVAILABLE } from "../normalise/call-failure.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { MemberSessions } from "../members/member-sessions.ts"
import { openSessionId } from "../sessions/open-session-id.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  type CommandContext,
  withNewCookie,
  HANDLED,
  type Handler,
  NOT_FOR_GUESTS,
} from "./handler.ts"
import type { Event } from "@foldcast/contracts/stream/event"

const makeEndOpenSession = Effect.gen(function* () {
  const facts = yield* makeCommandFacts
  const endSession = yield* SessionEnder
  const memberSessions = yield* MemberSessions

  const refused = (label: string, context: CommandContext) =>
    facts.decided(context, { _tag: "SessionEndRefused", label })

  const endOpenSession: Handler<"EndSession"> = Effect.fnUntraced(function* (
    { sessionId },
    context,
  ) {
    const { session, commandId } = context
    if (session.member === null) return yield* refused(NOT_FOR_GUESTS, context)
    const owners = yield* memberSessions.ownersOf(session.member.memberId)
    const target = owners.find((owner) => openSessionId(owner) === sessionId)
    const ended: Event = { _tag: "SessionEnded", sessionId }
    // It may have ended before the gateway died; that it is over is what was asked for.
    if (target === undefined) {
      return context.interrupted
        ? yield* facts.decided(context, ended)
        : yield* refused("notFound", context)
    }
    const isOwn = target === session.owner
    const ending = isOwn
      ? // `LoggedOut` is the last fact that this visit hears.
        endSession.of(target, "requested", commandId, facts.decided(context, ended))
      : Effect.tap(endSession.of(target, "forbidden", null), () => facts.decided(context, ended))
    return yield* ending.pipe(
      Effect.map((next) => (isOwn ? withNewCookie(next) : HANDLED)),
      Effect.catchTag("SessionsUnavailable", (error) =>
        Effect.andThen(Effect.logError("sessions", error.message), refused(UNAVAILABLE, context)),
      ),
    )
  })
  return endOpenSession
})

export const endOpenSessionHandlers = { EndSession: makeEndOpenSession }
