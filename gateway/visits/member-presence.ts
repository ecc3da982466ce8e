/**
 * Keeps a member's upstream in hearing while any of their visits is live: holds the member socket, asks
 * again after every interruption, tells the silence (law L7).
 *
 *   visit attaches ─▶ hold socket ─▶ refresh        socket drops ─▶ SourceInterrupted
 *   socket is back ─▶ SourceRestored ─▶ refresh     token refused ─▶ the sessions end
 *
 * Callers: stream/attach.ts, commands/enter.ts, visits/sweep.ts.
 */
import { Context, Effect, Layer, type Redacted } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import type { LogUnavailable } from "../log/event-log.ts"
import { Fatal } from "../fatal.ts"
import { Pipeline } from "../pipeline.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { type MemberSocketListener, MemberSockets } from "../upstream/member-socket.ts"
import { EndSession } from "./end-session.ts"
import { MemberFacts } from "./member-facts.ts"
import { Refresh } from "./refresh.ts"
import { type LiveVisit, Visits } from "./registry.ts"

export interface MemberPresenceShape {
  /** A visit of this member is attached: listen for it, and ask what may have changed since. */
  readonly arrived: (visit: LiveVisit, member: SessionMember) => Effect.Effect<void, LogUnavailable>
  /** Lets go of the sockets of members who have no live visit left. */
  readonly release: Effect.Effect<void>
}

export class MemberPresence extends Context.Service<MemberPresence, MemberPresenceShape>()(
  "gateway/MemberPresence",
) {
  static readonly layer = Layer.effect(
    MemberPresence,
    Effect.gen(function* () {
      const sockets = yield* MemberSockets
      const pipeline = yield* Pipeline
      const refresh = yield* Refresh
      const visits = yield* Visits
      const endSession = yield* EndSession
      const memberFacts = yield* MemberFacts
      const fatal = yield* Fatal
      const interrupted = new Set<MemberId>()

      const tell = (visit: LiveVisit, event: Event) =>
        pipeline.facts(
          [event],
          { visit: visit.visit, owner: visit.owner, member: visit.member },
          { from: "gateway", cause: null },
        )

      const tellAll = (member: MemberId, event: Event) =>
        Effect.forEach([...visits.ofMember(member)], (visit) => tell(visit, event), {
          discard: true,
        })

      const askAgain = Effect.fnUntraced(function* (
        member: MemberId,
        token: Redacted.Redacted,
        of: Iterable<LiveVisit>,
      ) {
        const refreshed = yield* refresh.credits(member, token)
        if (refreshed === "forbidden") yield* endSession.ofMember(member, "forbidden")
        else yield* refresh.payments(member, token, of)
      })

      const listener = (member: MemberId, token: Redacted.Redacted): MemberSocketListener => ({
        event: (call, payload) =>
          fatal.guard(
            pipeline.socketFrame({
              source: "member-socket",
              call,
              payload,
              about: { visit: null, owner: null, member },
            }),
          ),
        connected: (again) =>
          fatal.guard(
            Effect.gen(function* () {
              interrupted.delete(member)
              if (again) yield* tellAll(member, { _tag: "SourceRestored", source: "member-socket" })
              yield* askAgain(member, token, [...visits.ofMember(member)])
            }),
          ),
        interrupted: fatal.guard(
          Effect.gen(function* () {
            interrupted.add(member)
            yield* tellAll(member, { _tag: "SourceInterrupted", source: "member-socket" })
          }),
        ),
        refused: fatal.guard(endSession.ofMember(member, "forbidden")),
      })

      /**
       * A log-in that this visit was not told: it was beginning then, or the gateway died. The others
       * know, so it is told alone.
       */
      const catchUpLogIn = Effect.fnUntraced(function* (visit: LiveVisit, member: SessionMember) {
        if (visit.member === member.memberId) return
        const { locale, brand, device } = visit
        const traits = { locale, brand, device, noNude: false, tracking: {} }
        const baseline = yield* memberFacts.of(member, traits)
        if (baseline._tag === "Forbidden" || visit.member === member.memberId) return
        yield* pipeline.facts(
          baseline.events,
          { visit: visit.visit, owner: visit.owner, member: member.memberId },
          { from: "member-api", cause: null, becomes: member.memberId, only: visit },
        )
      })

      return MemberPresence.of({
        arrived: Effect.fnUntraced(function* (visit, member) {
          const { memberId, token } = member
          yield* catchUpLogIn(visit, member)
          yield* sockets.hold(memberId, token, listener(memberId, token))
          if (interrupted.has(memberId)) {
            yield* tell(visit, { _tag: "SourceInterrupted", source: "member-socket" })
          }
          yield* askAgain(memberId, token, [visit])
        }),
        release: Effect.suspend(() =>
          Effect.forEach(
            [...sockets.held()].filter((member) => visits.ofMember(member).size === 0),
            (member) => {
              interrupted.delete(member)
              return sockets.release(member)
            },
            { discard: true },
          ),
        ),
      })
    }),
  )
}
