/**
 * EndSession → SessionEnded, in every visit of the member | SessionEndRefused. Only a session of the same
 * member can be ended; another member's and one that never was get the same answer.
 */
import { Effect } from "effect"
import { Pipeline } from "../pipeline.ts"
import { EndSession } from "../visits/end-session.ts"
import { MemberSessions } from "../visits/member-sessions.ts"
import { openSessionId } from "../sessions/open-session-id.ts"
import type { CommandContext, Handled, Handler } from "./handler.ts"
import { HANDLED } from "./handler.ts"
import type { Event } from "@foldcast/contracts/stream/event"

export const makeEndOpenSession = Effect.gen(function* () {
  const pipeline = yield* Pipeline
  const endSession = yield* EndSession
  const memberSessions = yield* MemberSessions

  const tell = (event: Event, { visit, commandId }: CommandContext) =>
    Effect.as(
      pipeline.facts(
        [event],
        { visit: visit.visit, owner: visit.owner, member: visit.member },
        { from: "gateway", cause: commandId },
      ),
      HANDLED,
    )

  const refused = (label: string, context: CommandContext) =>
    tell({ _tag: "SessionEndRefused", label }, context)

  const endOpenSession: Handler<"EndSession"> = Effect.fnUntraced(function* (
    { sessionId },
    context,
  ) {
    const { session, commandId } = context
    if (session.member === null) return yield* refused("unauthorized", context)
    const owners = yield* memberSessions.ownersOf(session.member.memberId)
    const target = owners.find((owner) => openSessionId(owner) === sessionId)
    const ended: Event = { _tag: "SessionEnded", sessionId }
    // It may have ended before the gateway died; that it is over is what was asked for.
    if (target === undefined) {
      return context.interrupted ? yield* tell(ended, context) : yield* refused("notFound", context)
    }
    if (target !== session.owner) {
      yield* endSession.of(target, "forbidden", null)
      return yield* tell(ended, context)
    }
    yield* tell(ended, context)
    const next = yield* endSession.of(target, "requested", commandId)
    return { cookie: next?.cookie ?? null } satisfies Handled
  })
  return endOpenSession
})
