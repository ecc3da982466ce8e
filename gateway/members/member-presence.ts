/**
 * Keeps a member's upstream in hearing while any of their visits is live: holds the member socket, asks
 * again after every interruption, tells the silence (law L7).
 *
 *   visit attaches ─▶ hold socket ─▶ refresh        socket drops ─▶ SourceInterrupted
 *   socket is back ─▶ SourceRestored ─▶ refresh     token refused ─▶ its session ends, another speaks
 *
 * Invariant: a token that is refused or has run out ends the session it belongs to; the member's other sessions go
 * on with theirs.
 */
import { Clock, Context, Duration, Effect, Layer } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import type { Event } from "@foldcast/contracts/stream/event"
import type { OwnerId } from "../log/visit-header.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { Fatal } from "../fatal.ts"
import { Pipeline } from "../pipeline.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import type { Recipient } from "../upstream/frame.ts"
import { type MemberSocketListener, MemberSockets } from "../upstream/member-socket.ts"
import { GatewayTime } from "../steady-clock.ts"
import { EndSession } from "./end-session.ts"
import { type PresentSession, PresentSessions } from "./present-sessions.ts"
import { recipientOf } from "../visits/fan-out.ts"
import { MemberProfiles } from "./member-profiles.ts"
import { MemberRefresh } from "./member-refresh.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"

export interface MemberPresenceShape {
  /** A visit of this member is attached: listen for it, and ask what may have changed since. */
  readonly arrived: (visit: LiveVisit, member: SessionMember) => Effect.Effect<void, LogUnavailable>
  /** The session goes on with another token: it speaks with that one from here on. */
  readonly tokenChanged: (owner: OwnerId, member: SessionMember) => Effect.Effect<void>
  /**
   * Now and then: ends the sessions whose token has run out, lets go of the sockets of members who have
   * no live visit left, asks again where the upstream was silent.
   */
  readonly maintain: Effect.Effect<void, LogUnavailable>
}

/** How many are looked at before others have their turn of the event loop. */
const MEMBERS_A_TURN = 500

const inTurns = <A, E>(all: ReadonlyArray<A>, look: (one: A) => Effect.Effect<void, E>) =>
  Effect.gen(function* () {
    for (const [index, one] of all.entries()) {
      if (index % MEMBERS_A_TURN === 0) yield* Effect.sleep(0)
      yield* look(one)
    }
  })

const traitsOf = ({ locale, brand, device, noNude, tracking }: LiveVisit) => ({
  locale,
  brand,
  device,
  noNude,
  tracking,
})

export class MemberPresence extends Context.Service<MemberPresence, MemberPresenceShape>()(
  "gateway/MemberPresence",
) {
  static readonly layer = Layer.effect(
    MemberPresence,
    Effect.gen(function* () {
      const sockets = yield* MemberSockets
      const pipeline = yield* Pipeline
      const refresh = yield* MemberRefresh
      const visits = yield* Visits
      const endSession = yield* EndSession
      const profile = yield* MemberProfiles
      const fatal = yield* Fatal
      const scope = yield* Effect.scope
      const time = yield* GatewayTime
      const presentSessions = new PresentSessions()
      const interrupted = new Set<MemberId>()
      /** Visits whose member's socket has been connected since the gateway started. */
      const heardSince = new WeakSet<LiveVisit>()
      /** Whose token the member's socket last showed, and which. */
      const spoke = new Map<MemberId, PresentSession>()
      /** Members whose balance or favourites could not be asked for. */
      const profileUnknown = new Set<MemberId>()
      let isAsking = false

      const tell = (visit: LiveVisit, ...events: ReadonlyArray<Event>) =>
        pipeline.decided(events, recipientOf(visit), { cause: null })

      const isHere = ({ owner }: PresentSession) => visits.ofOwner(owner).size > 0

      const forgetAbsent = (sessions: Iterable<PresentSession>) => {
        for (const present of sessions) {
          if (!isHere(present)) presentSessions.leave(present.member.memberId, present.owner)
        }
      }

      const withLongestToken = (member: MemberId) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          // This member's only: asked for every member who comes back, a walk over all would be quadratic.
          forgetAbsent(presentSessions.ofMember(member))
          return presentSessions.withLongestToken(member, now)
        })

      const turnAway = (member: MemberId, owner: OwnerId, reason: LogOutReason) =>
        endSession.of(owner, reason, null).pipe(
          Effect.andThen(Effect.sync(() => presentSessions.leave(member, owner))),
          // It is tried again in the next round.
          Effect.catchTag("SessionsUnavailable", (error) =>
            Effect.logError("a session could not be ended", error.message),
          ),
        )

      /** The upstream refuses a present member's token: they leave, unless they have another one by now. */
      const refuse = Effect.fnUntraced(function* ({ owner, member }: PresentSession) {
        const refused = yield* endSession.tokenRefused(owner, member.token)
        if (refused._tag === "GoesOn") presentSessions.enter({ owner, member: refused.member })
        else presentSessions.leave(member.memberId, owner)
      })

      /** With this session's token; where it is refused, with the next one's, until one is accepted. */
      const askAgain = Effect.fnUntraced(function* (
        member: MemberId,
        first: PresentSession | null,
        of: Iterable<LiveVisit>,
      ) {
        let present = first
        let asking = of
        while (present !== null) {
          const { token } = present.member
          const credits = yield* refresh.credits(member, token)
          const isHeard = credits === "done"
          const favourites = isHeard ? yield* refresh.favourites(member, token) : credits
          if (isHeard) yield* refresh.payments(member, token, asking)
          // Said once for each silence; nobody is shown it.
          if (credits === "unavailable" || favourites === "unavailable") {
            const isNew = !profileUnknown.has(member)
            profileUnknown.add(member)
            const what = { credits, favourites }
            if (isNew) yield* Effect.logWarning("a member's account is not heard", what)
          } else profileUnknown.delete(member)
          if (credits !== "forbidden") return
          yield* refuse(present)
          present = yield* withLongestToken(member)
          asking = [...visits.ofMember(member)]
        }
      })

      const askForAll = Effect.fnUntraced(function* (member: MemberId) {
        yield* askAgain(member, yield* withLongestToken(member), [...visits.ofMember(member)])
      })

      const listener = (member: MemberId, about: Recipient): MemberSocketListener => ({
        token: Effect.map(withLongestToken(member), (present) => {
          if (present === null) spoke.delete(member)
          else spoke.set(member, present)
          return present?.member.token ?? null
        }),
        event: (call, payload) =>
          pipeline.socketFrame({ source: "member-socket", call, payload, about }),
        connected: (again) =>
          fatal.guard(
            Effect.gen(function* () {
              interrupted.delete(member)
              for (const visit of [...visits.ofMember(member)]) {
                // Nobody listened while the gateway was away: that was an interruption too.
                const gap =
                  visit.isRestored && !heardSince.has(visit)
                    ? [{ _tag: "SourceInterrupted", source: "member-socket" } as const]
                    : []
                heardSince.add(visit)
                if (again || gap.length > 0) {
                  yield* tell(visit, ...gap, { _tag: "SourceRestored", source: "member-socket" })
                }
              }
              yield* askForAll(member)
            }),
          ),
        interrupted: fatal.guard(
          Effect.gen(function* () {
            interrupted.add(member)
            for (const visit of [...visits.ofMember(member)]) {
              yield* tell(visit, { _tag: "SourceInterrupted", source: "member-socket" })
            }
          }),
        ),
        refused: Effect.gen(function* () {
          const present = spoke.get(member)
          if (present !== undefined) yield* fatal.guard(refuse(present))
          const other = yield* withLongestToken(member)
          // Let go at once: who comes next must find no socket that has given up.
          if (other === null) yield* letGo(member)
          return other !== null
        }),
      })

      const letGo = (member: MemberId) =>
        Effect.suspend(() => {
          interrupted.delete(member)
          spoke.delete(member)
          profileUnknown.delete(member)
          return sockets.release(member)
        })

      /**
       * A log-in that this visit was not told: it was beginning then, or the gateway died. The others
       * know, so it is told alone.
       */
      const catchUpLogIn = Effect.fnUntraced(function* (visit: LiveVisit, member: SessionMember) {
        if (visit.member === member.memberId) return
        const baseline = yield* profile.baseline(member, traitsOf(visit))
        if (baseline._tag === "Forbidden" || visit.member === member.memberId) return
        visit.lacksProfile = !baseline.isComplete
        yield* pipeline.facts(
          baseline.facts,
          { ...recipientOf(visit), member: member.memberId },
          { cause: null, becomes: member.memberId, only: [visit] },
        )
      })

      /** The profile of a visit that began while the upstream was silent. */
      const completeProfile = Effect.fnUntraced(function* (
        visit: LiveVisit,
        member: SessionMember,
      ) {
        if (!visit.lacksProfile) return
        const baseline = yield* profile.baseline(member, traitsOf(visit), Duration.infinity)
        if (baseline._tag === "Forbidden" || !baseline.isComplete || !visit.lacksProfile) return
        visit.lacksProfile = false
        yield* pipeline.facts(
          baseline.facts.filter(({ event }) => event._tag !== "LoggedIn"),
          recipientOf(visit),
          { cause: null, only: [visit] },
        )
        yield* tell(visit, { _tag: "SourceRestored", source: "member-api" })
      })

      const askTheSilent = Effect.gen(function* () {
        for (const member of [...profileUnknown]) yield* askForAll(member)
        yield* inTurns(presentSessions.all(), ({ owner, member }) =>
          Effect.forEach([...visits.ofOwner(owner)], (visit) => completeProfile(visit, member), {
            discard: true,
          }),
        )
      })

      const endExpired = Effect.gen(function* () {
        const now = time.earliest()
        yield* inTurns(presentSessions.all(), ({ owner, member }) =>
          member.tokenExpiresAt <= now ? turnAway(member.memberId, owner, "expired") : Effect.void,
        )
      })

      return MemberPresence.of({
        arrived: Effect.fnUntraced(function* (visit, member) {
          const { memberId } = member
          const present = { owner: visit.owner, member }
          yield* catchUpLogIn(visit, member)
          presentSessions.enter(present)
          yield* sockets.hold(
            memberId,
            listener(memberId, { visit: null, owner: null, member: memberId }),
          )
          if (interrupted.has(memberId)) {
            yield* tell(visit, { _tag: "SourceInterrupted", source: "member-socket" })
          }
          yield* completeProfile(visit, member)
          yield* askAgain(memberId, present, [visit])
        }),
        tokenChanged: (owner, member) =>
          Effect.sync(() => {
            if (visits.ofOwner(owner).size > 0) presentSessions.enter({ owner, member })
          }),
        maintain: Effect.gen(function* () {
          forgetAbsent(presentSessions.all())
          yield* endExpired
          yield* inTurns([...sockets.held()], (member) =>
            visits.ofMember(member).size === 0 ? letGo(member) : Effect.void,
          )
          yield* pipeline.forgetAbsent
          if (isAsking) return
          isAsking = true
          // A silent upstream takes its time; nothing waits for it.
          yield* Effect.forkIn(
            Effect.ensuring(
              fatal.guard(askTheSilent),
              Effect.sync(() => {
                isAsking = false
              }),
            ),
            scope,
          )
        }),
      })
    }),
  )
}
