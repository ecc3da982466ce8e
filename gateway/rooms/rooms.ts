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
import type { PlayerFailureCode } from "@foldcast/contracts/player-failure"
import type { JoinMode, LeaveReason } from "@foldcast/contracts/stream/room"
import { GatewayConfig } from "../config.ts"
import { Fatal } from "../fatal.ts"
import type { LogUnavailable } from "../log/event-log.ts"
import { NO_WRITERS } from "../log/writer.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
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
import { askAgain } from "./ask-again.ts"
import { type Acted, type Doing, makeActing, type Saying } from "./acting.ts"
import { makeChatCalls, type Visitor } from "./chat-calls.ts"
import { hasNoConnection, isPassing, makeEntering, type Tell } from "./entering.ts"
import { ExpectedFrames } from "./expected-frames.ts"
import { Joins } from "./joins.ts"
import { makeLastRoom } from "./last-room.ts"
import { makeLobbyLines } from "./lobby-lines.ts"
import { makeMediaGrants, type MediaGrant } from "./media-grants.ts"
import { makePaidLines, type PaidLine } from "./paid-lines.ts"
import { makePictureSights, type PictureSights } from "./picture-sights.ts"
import { makePlayerFailures } from "./player-failures.ts"
import {
  byGateway,
  DEPARTURES,
  INTERRUPTED,
  joinedAlready,
  left,
  ownReason,
  RESTORED,
  switched,
} from "./room-told.ts"
import { notShown } from "./not-shown.ts"
import { type Seat, Seats } from "./seats.ts"
import { makeVisitMutex } from "./visit-mutex.ts"

export interface Joining {
  readonly performerId: string
  readonly mode: JoinMode
  /** As the command says it: `undefined` where the page says nothing of its picture. */
  readonly showsPicture?: boolean | undefined
}

export interface RoomsShape {
  /** Tells `RoomJoined` or `RoomJoinRefused`; answers whether the member's token was refused. */
  readonly join: (
    visitor: Visitor,
    joining: Joining,
    cause: CommandId,
  ) => Effect.Effect<{ readonly tokenRefused: boolean }, LogUnavailable>
  /** Tells `RoomLeft`, whatever becomes of it there. */
  readonly leave: (
    visit: LiveVisit,
    leaving: { readonly performerId: string; readonly reason: LeaveReason },
    cause: CommandId,
  ) => Effect.Effect<void, LogUnavailable>
  /** Does something that the service answers with an event. */
  readonly act: (visit: LiveVisit, doing: Doing) => Effect.Effect<Acted>
  /** Says something over the session's own connection. */
  readonly say: (visit: LiveVisit, saying: Saying) => Effect.Effect<Acted>
  /** Asks what the media engine is shown for the room's picture. */
  readonly watch: (visit: LiveVisit, performerId: string) => Effect.Effect<MediaGrant>
  /** And for the viewer's own camera. */
  readonly camBack: (visit: LiveVisit, performerId: string) => Effect.Effect<MediaGrant>
  /** Tells the chat service what the visit's player could not do; it does not wait for the answer. */
  readonly reportFailure: (
    visit: LiveVisit,
    performerId: string,
    failure: PlayerFailureCode,
  ) => Effect.Effect<void>
  /** Client facts of this visit that have become durable. */
  readonly clientFactsStored: PictureSights["clientFactsStored"]
  /** Waits for a join that may be under way, for some seconds, where the visit is not in that room. */
  readonly joined: (visit: LiveVisit, performerId: string) => Effect.Effect<void>
  readonly isThere: (visit: LiveVisit, performerId: string) => boolean
  /** From now on `listener` is called with each seat as it is given up, whatever for. */
  readonly whenLeft: (listener: (seat: Seat) => void) => Effect.Effect<void>
  /** Its browser is attached, or asks for something: a room is brought back that went with a restart, or was let go. */
  readonly arrived: (visitor: Visitor) => Effect.Effect<void, LogUnavailable>
}

/** For how many visits at once a room that is back is asked. */
const AT_ONCE = 10

export class Rooms extends Context.Service<Rooms, RoomsShape>()("gateway/Rooms") {
  static readonly layer = Layer.effect(
    Rooms,
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
      const seats = new Seats()
      const expected = new ExpectedFrames()
      const lines = new WeakMap<Seat, PaidLine>()
      const { there, act, say } = makeActing(seats, expected, calls, (seat) => lines.get(seat))
      const granted = makeMediaGrants(seats, there)
      const reportFailure = makePlayerFailures(there, calls, scope)
      const sights = makePictureSights((visit) => {
        const seat = seats.of(visit)
        return seat === undefined ? undefined : lines.get(seat)
      })
      const locked = makeVisitMutex()
      const joins = new Joins()

      const isLive = (visit: LiveVisit) => visits.get(visit.visit) === visit

      const tell: Tell = (visit, facts, cause, around = {}) =>
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

      const closeLine = (seat: Seat) => lines.get(seat)?.close ?? Effect.void

      /** The seat is given up for another one: there it is left, and what it cost is told. */
      const goOn = (seat: Seat) =>
        Effect.gen(function* () {
          yield* calls.leave(seat, "goesOn", "switched")
          const line = lines.get(seat)
          if (line !== undefined) yield* Effect.andThen(line.receipt, line.close)
        })

      /** Who asks for another room has gone from the one before, also where they are not let in. */
      const goneFrom = Effect.fnUntraced(function* (visit: LiveVisit, performerId: string) {
        const older = seats.of(visit)
        if (older === undefined || older.performerId === performerId) return []
        seats.leave(older)
        yield* goOn(older)
        return switched(older, performerId)
      })

      const lobbyLines = yield* makeLobbyLines(seats, expected, calls, {
        over: (seat) => seats.leave(seat),
        interrupted: (performerId) =>
          fatal.guard(
            Effect.suspend(() => {
              const only = seats.lobby(performerId).map(({ visit }) => visit)
              const about = { visit: null, owner: null, member: null }
              return only.length === 0
                ? Effect.void
                : pipeline.decided([INTERRUPTED], about, { cause: null, only })
            }),
          ),
        restored: (performerId) =>
          fatal.guard(
            Effect.forEach(
              seats.lobby(performerId),
              (seat) => locked(seat.visit)(Effect.suspend(() => enterAgain(seat))),
              { concurrency: AT_ONCE, discard: true },
            ),
          ),
      })

      const paidLines = yield* makePaidLines(seats, expected, calls, {
        over: (seat) => seats.leave(seat),
        interrupted: ({ visit }) => fatal.guard(tell(visit, byGateway(INTERRUPTED), null)),
        restored: ({ visit }) => fatal.guard(tell(visit, byGateway(RESTORED), null)),
        refused: (seat, shown) =>
          Effect.gen(function* () {
            const visitor = yield* visitorOf(seat)
            const { performerId, mode, session } = seat
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

      const enter = makeEntering({
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
      const visitorOf = ({ visit, member, address }: Seat): Effect.Effect<Visitor | null> =>
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
      const lose = (seat: Seat) =>
        Effect.suspend(() => {
          if (!seats.has(seat)) return Effect.void
          seats.leave(seat)
          return Effect.andThen(
            tell(seat.visit, byGateway(left(seat.performerId, "lost"), RESTORED), null),
            inBackground(calls.leave(seat, "leaves", "lost")),
          )
        })

      /** Its lobby's connection is a new one: the session of before ended with the old one. */
      const enterAgain = (seat: Seat): Effect.Effect<void, LogUnavailable> =>
        Effect.gen(function* () {
          if (!seats.has(seat) || !isLive(seat.visit)) return
          const visitor = yield* visitorOf(seat)
          if (visitor === null) return yield* lose(seat)
          const { performerId, nickname } = seat
          const entering = yield* askAgain(
            enter.free(visitor, { performerId, nickname }, null, [RESTORED]),
            (answer) => isPassing(answer) && !hasNoConnection(answer),
          )
          // With the next connection it is entered again.
          if (entering._tag === "Entered" || hasNoConnection(entering)) return
          yield* lose(seat)
        })

      /** What this visitor was called there before: who comes back from private or VIP keeps the name. */
      const nameIn = ({ visit, member }: Visitor, performerId: string): string | null => {
        const seat = seats.of(visit) ?? seats.lastOf(visit)
        const isSame =
          seat?.performerId === performerId && seat.member === (member?.memberId ?? null)
        return isSame ? seat.nickname : null
      }

      const join = Effect.fnUntraced(function* (
        visitor: Visitor,
        { performerId, mode, showsPicture }: Joining,
        cause: CommandId,
      ) {
        const { visit, member } = visitor
        const seat = seats.of(visit)
        if (
          seat?.performerId === performerId &&
          seat.mode === mode &&
          seat.member === (member?.memberId ?? null)
        ) {
          yield* tell(visit, byGateway(...joinedAlready(seat, yield* monotonicMillis)), cause)
          return { tokenRefused: false }
        }
        const label =
          mode === "free" ? null : member === null ? "membersOnly" : notShown(showsPicture)
        if (label !== null) {
          const gone = yield* goneFrom(visit, performerId)
          const refusal = byGateway(joinRefused(performerId, mode, { label }))
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
        const reason = ownReason(given)
        if (seat === undefined) {
          return yield* tell(visit, byGateway(left(performerId, reason)), cause)
        }
        seats.leave(seat)
        const outcome = yield* calls.leave(seat, DEPARTURES[reason], reason)
        const line = lines.get(seat)
        // What it cost comes before the end.
        if (line !== undefined) yield* Effect.andThen(line.receipt, line.close)
        const from = outcome._tag === "Answered" ? "performer-service" : "gateway"
        yield* tell(visit, factsFrom(from, [left(performerId, reason)]), cause)
      })

      /** Who pays is not let go so: their silence ends the session, and its receipt is to be told. */
      const isAway = ({ mode, visit: { goneSince } }: Seat, now: number) =>
        mode === "free" && goneSince !== null && now - goneSince > limits.watchingAwayMs

      /** A visit that has gone, however it went, leaves its room; one that nobody listens for is brought back later. */
      const letGo = Effect.gen(function* () {
        const now = yield* monotonicMillis
        for (const seat of seats.all()) {
          const { visit } = seat
          if (isLive(visit) && !isAway(seat, now)) continue
          visit.roomUnknown = true
          seats.leave(seat)
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
      const bringBack = Effect.fnUntraced(function* (visitor: Visitor) {
        const { visit } = visitor
        if (!visit.roomUnknown) return
        visit.roomUnknown = false
        // It has entered one since.
        if (seats.of(visit) !== undefined) return
        const last = yield* lastRoom(visit)
        if (last === null) return
        const { performerId, mode, session, nickname } = last
        yield* tell(visit, byGateway(INTERRUPTED), null)
        const entering = yield* askAgain(
          mode === "free"
            ? enter.free(visitor, { performerId, nickname }, null, [RESTORED])
            : enter.paid(visitor, { performerId, mode, session, tellsSight: false }, null, [
                RESTORED,
              ]),
          isPassing,
        )
        if (entering._tag === "Entered") return
        yield* tell(visit, byGateway(left(performerId, "lost"), RESTORED), null)
      })

      return Rooms.of({
        join: (visitor, joining, cause) =>
          Effect.ensuring(
            locked(visitor.visit)(join(visitor, joining, cause)),
            Effect.sync(() => {
              joins.over(visitor.visit)
            }),
          ),
        leave: (visit, leaving, cause) => locked(visit)(leave(visit, leaving, cause)),
        act,
        say,
        watch: granted(calls.watch),
        camBack: granted(calls.camBack),
        reportFailure,
        clientFactsStored: sights.clientFactsStored,
        joined: (visit, performerId) =>
          Effect.suspend(() =>
            there(visit, performerId) === undefined ? joins.next(visit) : Effect.void,
          ),
        isThere: (visit, performerId) => there(visit, performerId) !== undefined,
        whenLeft: (listener) => Effect.sync(() => seats.whenLeft(listener)),
        arrived: (visitor) => locked(visitor.visit)(bringBack(visitor)),
      })
    }),
  )
}
