/**
 * Who watches what here, and how their room is heard: enters and leaves for visits, brings them back after an
 * interruption, and lets go of those that have gone.
 *
 *   JoinRoom ─▶ set-lobby or join ─▶ a seat ─▶ frames are told      connection drops ─▶ SourceInterrupted
 *   connection is back ─▶ entered again ─▶ SourceRestored           cannot be ─▶ RoomLeft{lost}
 *
 * Invariants: a visit is in one room at most; one thing at a time happens to one visit's seat; every `RoomJoined` is
 * followed by another one or by `RoomLeft`.
 */
import { Clock, Context, Effect, Exit, Layer, Option, Redacted } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import type { PlayerFailure } from "@foldcast/contracts/player-failure"
import type { JoinMode, LeaveReason } from "@foldcast/contracts/stream/room"
import { GatewayConfig } from "../config.ts"
import { Fatal } from "../fatal.ts"
import type { LogUnavailable } from "../log/event-log.ts"
import { NO_WRITERS } from "../log/writer.ts"
import { monotonicMillis } from "@foldcast/rules/monotonic-time"
import { labelOfChange, refusalOf, UNAVAILABLE } from "../normalise/call-failure.ts"
import { joinRefused } from "../normalise/room-answers.ts"
import { Pipeline } from "../pipeline.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { ChatSockets } from "../upstream/chat-socket.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import { factsFrom } from "../visits/envelopes.ts"
import { recipientOf } from "../visits/fan-out.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"
import { retryWhile } from "./retry-while.ts"
import {
  type ActionResult,
  type RoomActionRequest,
  makeRoomActions,
  type SocketMessage,
} from "./room-actions.ts"
import { makeChatCalls, type RoomVisitor } from "./chat-calls.ts"
import { hasNoConnection, isTransient, makeRoomEntry, type TellVisit } from "./room-entry.ts"
import { PendingActions } from "./pending-actions.ts"
import { JoinWaiters } from "./join-waiters.ts"
import { makeLastRoom } from "./last-room.ts"
import { makeLobbyConnections } from "./lobby-connections.ts"
import { makeMediaGrants, type MediaGrant } from "./media-grants.ts"
import { makePaidConnections, type PaidConnection } from "./paid-connections.ts"
import { makePictureVisibility, type PictureVisibility } from "./picture-visibility.ts"
import { makePlayerFailures } from "./player-failures.ts"
import {
  fromGateway,
  DEPARTURES,
  CHAT_INTERRUPTED,
  joinedAgain,
  roomLeft,
  visitorReason,
  CHAT_RESTORED,
  leftForOther,
} from "./room-facts.ts"
import { pictureRefusal } from "./not-shown.ts"
import { type RoomSession, RoomSessions } from "./room-sessions.ts"
import { makeVisitMutex } from "./visit-mutex.ts"

export interface RoomJoinRequest {
  readonly performerId: string
  readonly mode: JoinMode
  /** As the command says it: `undefined` where the page says nothing of its picture. */
  readonly showsPicture?: boolean | undefined
}

export interface RoomServiceShape {
  /** Tells `RoomJoined` or `RoomJoinRefused`; answers whether the member's token was refused. */
  readonly join: (
    visitor: RoomVisitor,
    joining: RoomJoinRequest,
    cause: CommandId,
  ) => Effect.Effect<{ readonly tokenRefused: boolean }, LogUnavailable>
  /** Tells `RoomLeft`, whatever becomes of it there. */
  readonly leave: (
    visit: LiveVisit,
    leaving: { readonly performerId: string; readonly reason: LeaveReason },
    cause: CommandId,
  ) => Effect.Effect<void, LogUnavailable>
  /** Does something that the service answers with an event. */
  readonly act: (visit: LiveVisit, doing: RoomActionRequest) => Effect.Effect<ActionResult>
  /** Says something over the session's own connection. */
  readonly send: (visit: LiveVisit, saying: SocketMessage) => Effect.Effect<ActionResult>
  /** Asks what the media engine is shown for the room's picture. */
  readonly watch: (visit: LiveVisit, performerId: string) => Effect.Effect<MediaGrant>
  /** And for the viewer's own camera. */
  readonly camBack: (visit: LiveVisit, performerId: string) => Effect.Effect<MediaGrant>
  /** Tells the chat service what the visit's player could not do; it does not wait for the answer. */
  readonly reportFailure: (
    visit: LiveVisit,
    performerId: string,
    failure: PlayerFailure,
  ) => Effect.Effect<void>
  /** Client facts of this visit that have become durable. */
  readonly clientFactsStored: PictureVisibility["clientFactsStored"]
  /** Waits for a join that may be under way, for some seconds, where the visit is not in that room. */
  readonly awaitJoin: (visit: LiveVisit, performerId: string) => Effect.Effect<void>
  readonly isInRoom: (visit: LiveVisit, performerId: string) => boolean
  /** From now on `listener` is called with each seat as it is given up, whatever for. */
  readonly onLeft: (listener: (seat: RoomSession) => void) => Effect.Effect<void>
  /** Its browser is attached, or asks for something: a room is brought back that went with a restart, or was let go. */
  readonly restore: (visitor: RoomVisitor) => Effect.Effect<void, LogUnavailable>
}

/** For how many visits at once a room that is back is asked. */
const RESTORED_AT_ONCE = 10

export class RoomService extends Context.Service<RoomService, RoomServiceShape>()("gateway/Rooms") {
  static readonly layer = Layer.effect(
    RoomService,
    Effect.gen(function* () {
      const { limits } = yield* GatewayConfig
      const pipeline = yield* Pipeline
      const visits = yield* Visits
      const sessions = yield* SessionStore
      const metrics = yield* GatewayMetrics
      const sockets = yield* ChatSockets
      const fatal = yield* Fatal
      const scope = yield* Effect.scope
      const calls = yield* makeChatCalls
      const lastRoom = yield* makeLastRoom
      const seats = new RoomSessions()
      const expected = new PendingActions()
      const lines = new WeakMap<RoomSession, PaidConnection>()
      const { there, act, say } = makeRoomActions(seats, expected, calls, (seat) => lines.get(seat))
      const granted = makeMediaGrants(seats, there)
      const reportFailure = makePlayerFailures(there, calls, scope)
      const sights = makePictureVisibility((visit) => {
        const seat = seats.of(visit)
        return seat === undefined ? undefined : lines.get(seat)
      })
      const locked = makeVisitMutex()
      const joins = new JoinWaiters()

      const isLive = (visit: LiveVisit) => visits.get(visit.visit) === visit

      const tell: TellVisit = (visit, facts, cause, around = {}) =>
        Effect.uninterruptible(
          Effect.callback((resume) => {
            const { before, after, writers = NO_WRITERS } = around
            before?.()
            const options = { cause, only: [visit], writers }
            pipeline.submit(facts, recipientOf(visit), options, (exit) => resume(Exit.asVoid(exit)))
            after?.()
          }),
        )

      const inBackground = (effect: Effect.Effect<unknown, LogUnavailable>) =>
        Effect.asVoid(Effect.forkIn(fatal.guard(effect), scope))

      const closeLine = (seat: RoomSession) => lines.get(seat)?.close ?? Effect.void

      /** The seat is given up for another one: there it is left, and what it cost is told. */
      const goOn = (seat: RoomSession) =>
        Effect.gen(function* () {
          yield* calls.leave(seat, "goesOn", "switched")
          const line = lines.get(seat)
          if (line !== undefined) yield* Effect.andThen(line.receipt, line.close)
        })

      /** Who asks for another room has gone from the one before, also where they are not let in. */
      const goneFrom = Effect.fnUntraced(function* (visit: LiveVisit, performerId: string) {
        const older = seats.of(visit)
        if (older === undefined || older.performerId === performerId) return []
        seats.remove(older)
        yield* goOn(older)
        return leftForOther(older, performerId)
      })

      const lobbyLines = yield* makeLobbyConnections(seats, expected, calls, {
        onSessionEnded: (seat) => seats.remove(seat),
        onInterrupted: (performerId) =>
          fatal.guard(
            Effect.suspend(() => {
              const only = seats.viewersOf(performerId).map(({ visit }) => visit)
              const about = { visit: null, owner: null, member: null }
              return only.length === 0
                ? Effect.void
                : pipeline.decided([CHAT_INTERRUPTED], about, { cause: null, only })
            }),
          ),
        onRestored: (performerId) =>
          fatal.guard(
            Effect.forEach(
              seats.viewersOf(performerId),
              (seat) => locked(seat.visit)(Effect.suspend(() => enterAgain(seat))),
              { concurrency: RESTORED_AT_ONCE, discard: true },
            ),
          ),
      })

      const paidLines = yield* makePaidConnections(seats, expected, calls, {
        onSessionEnded: (seat) => seats.remove(seat),
        onInterrupted: ({ visit }) => fatal.guard(tell(visit, fromGateway(CHAT_INTERRUPTED), null)),
        onRestored: ({ visit }) => fatal.guard(tell(visit, fromGateway(CHAT_RESTORED), null)),
        onTokenRefused: (seat, shown) =>
          Effect.gen(function* () {
            const visitor = yield* visitorOf(seat)
            const { performerId, mode, sessionId: session } = seat
            const token = visitor?.member?.token
            if (visitor !== null && token !== undefined && mode !== "free") {
              const outcome = yield* calls.join(visitor, token, { performerId, mode, session })
              const next = outcome._tag === "Answered" ? outcome.body.token : null
              // The same word again would be refused again.
              if (next !== null && next !== Redacted.value(shown)) {
                seat.auth = Redacted.make(next)
                return seat.auth
              }
            }
            yield* fatal.guard(lose(seat))
            return null
          }),
      })

      const enter = makeRoomEntry({
        seats,
        calls,
        lobbyLines,
        paidLines,
        lines,
        sights,
        tell,
        goOn,
        inBackground,
      })

      /** Who is behind a seat now; null where they have gone, or nobody can say. */
      const visitorOf = ({
        visit,
        member,
        address,
      }: RoomSession): Effect.Effect<RoomVisitor | null> =>
        Effect.gen(function* () {
          const session = yield* sessions.present(visit.owner, yield* Clock.currentTimeMillis)
          const present = Option.getOrNull(session)
          if (present === null) return null
          const isSame = present.member !== null && present.member.memberId === member
          return { visit, member: isSame ? present.member : null, address }
        }).pipe(
          Effect.catchTag("SessionsUnavailable", (error) =>
            Effect.as(Effect.logError("sessions", error.message), null),
          ),
        )

      /** It could not be brought back. */
      const lose = (seat: RoomSession) =>
        Effect.suspend(() => {
          if (!seats.isCurrent(seat)) return Effect.void
          seats.remove(seat)
          return Effect.andThen(
            tell(seat.visit, fromGateway(roomLeft(seat.performerId, "lost"), CHAT_RESTORED), null),
            inBackground(calls.leave(seat, "leaves", "lost")),
          )
        })

      /** Its lobby's connection is a new one: the session of before ended with the old one. */
      const enterAgain = (seat: RoomSession): Effect.Effect<void, LogUnavailable> =>
        Effect.gen(function* () {
          if (!seats.isCurrent(seat) || !isLive(seat.visit)) return
          const visitor = yield* visitorOf(seat)
          if (visitor === null) return yield* lose(seat)
          const { performerId, nickname } = seat
          const entering = yield* retryWhile(
            enter.free(visitor, { performerId, nickname }, null, [CHAT_RESTORED]),
            (answer) => isTransient(answer) && !hasNoConnection(answer),
          )
          // With the next connection it is entered again.
          if (entering._tag === "Entered" || hasNoConnection(entering)) return
          yield* lose(seat)
        })

      /** What this visitor was called there before: who comes back from private or VIP keeps the name. */
      const nameIn = ({ visit, member }: RoomVisitor, performerId: string): string | null => {
        const seat = seats.of(visit) ?? seats.previousOf(visit)
        const isSame =
          seat?.performerId === performerId && seat.member === (member?.memberId ?? null)
        return isSame ? seat.nickname : null
      }

      const join = Effect.fnUntraced(function* (
        visitor: RoomVisitor,
        { performerId, mode, showsPicture }: RoomJoinRequest,
        cause: CommandId,
      ) {
        const { visit, member } = visitor
        const seat = seats.of(visit)
        if (
          seat?.performerId === performerId &&
          seat.mode === mode &&
          seat.member === (member?.memberId ?? null)
        ) {
          yield* tell(visit, fromGateway(...joinedAgain(seat, yield* monotonicMillis)), cause)
          return { tokenRefused: false }
        }
        const label =
          mode === "free" ? null : member === null ? "membersOnly" : pictureRefusal(showsPicture)
        if (label !== null) {
          const gone = yield* goneFrom(visit, performerId)
          const refusal = fromGateway(joinRefused(performerId, mode, { label }))
          yield* tell(visit, [...gone, ...refusal], cause)
          return { tokenRefused: false }
        }
        const entering =
          mode === "free"
            ? yield* enter.free(
                visitor,
                { performerId, nickname: nameIn(visitor, performerId) },
                cause,
              )
            : yield* enter.paid(
                visitor,
                { performerId, mode, session: null, tellsSight: showsPicture === true },
                cause,
              )
        if (entering._tag === "Entered") return { tokenRefused: false }
        const { failure, facts } = entering
        const why =
          failure === null ? { label: UNAVAILABLE } : refusalOf(failure, labelOfChange(failure))
        const from =
          failure === null ? "gateway" : mode === "free" ? "performer-service" : "member-api"
        const refusal = factsFrom(from, [joinRefused(performerId, mode, why)])
        const gone = yield* goneFrom(visit, performerId)
        yield* tell(visit, [...facts, ...gone, ...refusal], cause)
        return { tokenRefused: failure !== null && isTokenRefused(failure) }
      })

      const leave = Effect.fnUntraced(function* (
        visit: LiveVisit,
        {
          performerId,
          reason: given,
        }: { readonly performerId: string; readonly reason: LeaveReason },
        cause: CommandId,
      ) {
        const seat = there(visit, performerId)
        const reason = visitorReason(given)
        if (seat === undefined) {
          return yield* tell(visit, fromGateway(roomLeft(performerId, reason)), cause)
        }
        seats.remove(seat)
        const outcome = yield* calls.leave(seat, DEPARTURES[reason], reason)
        const line = lines.get(seat)
        // What it cost comes before the end.
        if (line !== undefined) yield* Effect.andThen(line.receipt, line.close)
        const from = outcome._tag === "Answered" ? "performer-service" : "gateway"
        yield* tell(visit, factsFrom(from, [roomLeft(performerId, reason)]), cause)
      })

      /** Who pays is not let go so: their silence ends the session, and its receipt is to be told. */
      const isAway = ({ mode, visit: { goneSince } }: RoomSession, now: number) =>
        mode === "free" && goneSince !== null && now - goneSince > limits.watchingAwayMs

      /** A visit that has gone, however it went, leaves its room; one that nobody listens for is brought back later. */
      const letGo = Effect.gen(function* () {
        const now = yield* monotonicMillis
        for (const seat of seats.all()) {
          const { visit } = seat
          if (isLive(visit) && !isAway(seat, now)) continue
          visit.roomUnknown = true
          seats.remove(seat)
          yield* inBackground(
            Effect.andThen(calls.leave(seat, "leaves", "unloaded"), closeLine(seat)),
          )
        }
        yield* lobbyLines.sweep(now)
      })
      yield* Effect.forkScoped(
        Effect.forever(
          Effect.andThen(
            Effect.sleep("1 second"),
            letGo.pipe(
              fatal.guard,
              Effect.catchDefect(() => Effect.void),
            ),
          ),
        ),
      )
      yield* metrics.watch("chat_connections", () => sockets.count())
      yield* metrics.watch("room_seats", () => seats.size)

      /** What its log says of the room it was in, made true again. */
      const bringBack = Effect.fnUntraced(function* (visitor: RoomVisitor) {
        const { visit } = visitor
        if (!visit.roomUnknown) return
        visit.roomUnknown = false
        // It has entered one since.
        if (seats.of(visit) !== undefined) return
        const last = yield* lastRoom(visit)
        if (last === null) return
        const { performerId, mode, session, nickname } = last
        yield* tell(visit, fromGateway(CHAT_INTERRUPTED), null)
        const entering = yield* retryWhile(
          mode === "free"
            ? enter.free(visitor, { performerId, nickname }, null, [CHAT_RESTORED])
            : enter.paid(visitor, { performerId, mode, session, tellsSight: false }, null, [
                CHAT_RESTORED,
              ]),
          isTransient,
        )
        if (entering._tag === "Entered") return
        yield* tell(visit, fromGateway(roomLeft(performerId, "lost"), CHAT_RESTORED), null)
      })

      return RoomService.of({
        join: (visitor, joining, cause) =>
          Effect.ensuring(
            locked(visitor.visit)(join(visitor, joining, cause)),
            Effect.sync(() => {
              joins.over(visitor.visit)
            }),
          ),
        leave: (visit, leaving, cause) => locked(visit)(leave(visit, leaving, cause)),
        act,
        send: say,
        watch: granted(calls.watch),
        camBack: granted(calls.camBack),
        reportFailure,
        clientFactsStored: sights.clientFactsStored,
        awaitJoin: (visit, performerId) =>
          Effect.suspend(() =>
            there(visit, performerId) === undefined ? joins.next(visit) : Effect.void,
          ),
        isInRoom: (visit, performerId) => there(visit, performerId) !== undefined,
        onLeft: (listener) => Effect.sync(() => seats.onRemoved(listener)),
        restore: (visitor) => locked(visitor.visit)(bringBack(visitor)),
      })
    }),
  )
}
