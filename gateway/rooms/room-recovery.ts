/**
 * Rooms after an interruption: of a lobby connection, of a paid session's token, or of the gateway itself.
 *
 *   connection drops ─▶ SourceInterrupted      connection is back ─▶ entered again ─▶ SourceRestored
 *                                              cannot be ─▶ RoomLeft{lost}
 */
import { Clock, Effect, Option, Redacted } from "effect"
import type { LogUnavailable } from "../log/visit-log.ts"
import type { RoomVisitor } from "./chat-calls.ts"
import { retryWhile, ROOM_ENTRY_RETRIES } from "./retry-while.ts"
import type { RoomDeps } from "./room-deps.ts"
import { enterFreeRoom, enterPaidRoom, hasNoConnection, isTransient } from "./room-entry.ts"
import { leaveLost } from "./room-exit.ts"
import { CHAT_INTERRUPTED, CHAT_RESTORED, fromGateway, roomLeft } from "./room-facts.ts"
import type { FreeSession, PaidSession, RoomSession } from "./room-sessions.ts"
import { tellVisit } from "./tell-visit.ts"

/** For how many visits at once a lobby that is back is entered again. */
const ENTERED_AT_ONCE = 10

/** Who is behind a session now; null where they have gone, or nobody can say. */
const visitorOf = (
  { logIns }: RoomDeps,
  { visit, member, address }: RoomSession,
): Effect.Effect<RoomVisitor | null> =>
  Effect.gen(function* () {
    const session = yield* logIns.present(visit.owner, yield* Clock.currentTimeMillis)
    const present = Option.getOrNull(session)
    if (present === null) return null
    const isSame = present.member !== null && present.member.memberId === member
    return { visit, member: isSame ? present.member : null, call: present.call, address }
  }).pipe(
    Effect.catchTag("SessionsUnavailable", (error) =>
      Effect.as(Effect.logError("sessions", error.message), null),
    ),
  )

/** The session ended with its lobby's connection. */
const enterAgain = Effect.fnUntraced(function* (
  deps: RoomDeps,
  session: FreeSession,
): Effect.fn.Return<void, LogUnavailable> {
  if (!deps.sessions.isCurrent(session) || !deps.visits.isLive(session.visit)) return
  const visitor = yield* visitorOf(deps, session)
  if (visitor === null) return yield* leaveLost(deps, session)
  const { performerId, nickname } = session
  const told = { cause: null, also: [CHAT_RESTORED] }
  const result = yield* retryWhile(
    enterFreeRoom(deps, visitor, { performerId, nickname }, told),
    (answer) => isTransient(answer) && !hasNoConnection(answer),
    ROOM_ENTRY_RETRIES,
  )
  // Without a connection now: the next `connected` enters it again.
  if (result._tag === "Entered" || hasNoConnection(result)) return
  yield* leaveLost(deps, session)
})

export const lobbyInterrupted = (deps: RoomDeps, performerId: string): Effect.Effect<void> =>
  deps.fatal.guard(
    Effect.suspend(() => {
      const only = deps.sessions.viewersOf(performerId).map(({ visit }) => visit)
      const about = { visit: null, owner: null, member: null }
      return only.length === 0
        ? Effect.void
        : deps.pipeline.decided([CHAT_INTERRUPTED], about, { cause: null, only })
    }),
  )

export const lobbyRestored = (deps: RoomDeps, performerId: string): Effect.Effect<void> =>
  deps.fatal.guard(
    Effect.forEach(
      deps.sessions.viewersOf(performerId),
      (session) => deps.mutex(session.visit)(enterAgain(deps, session)),
      { concurrency: ENTERED_AT_ONCE, discard: true },
    ),
  )

export const tellInterrupted = (deps: RoomDeps, { visit }: PaidSession): Effect.Effect<void> =>
  deps.fatal.guard(tellVisit(deps, visit, fromGateway(CHAT_INTERRUPTED), null))

export const tellRestored = (deps: RoomDeps, { visit }: PaidSession): Effect.Effect<void> =>
  deps.fatal.guard(tellVisit(deps, visit, fromGateway(CHAT_RESTORED), null))

/** Another token for a paid session whose own is refused; null where the session is lost. */
export const renewToken = Effect.fnUntraced(function* (
  deps: RoomDeps,
  session: PaidSession,
  refused: Redacted.Redacted,
) {
  const visitor = yield* visitorOf(deps, session)
  const token = (visitor?.member ?? visitor?.call)?.token
  if (visitor !== null && token !== undefined) {
    const outcome = yield* deps.calls.join(visitor, token, session)
    const next = outcome._tag === "Answered" ? outcome.body.token : null
    // The same token would be refused again.
    if (next !== null && next !== Redacted.value(refused)) {
      session.auth = Redacted.make(next)
      return session.auth
    }
  }
  yield* deps.fatal.guard(leaveLost(deps, session))
  return null
})

/** Enters the room again that the visit's log says it was in. */
export const restoreRoom = Effect.fnUntraced(function* (deps: RoomDeps, visitor: RoomVisitor) {
  const { visit } = visitor
  // A visit with a session has entered a room since.
  if (!deps.sessions.takeUnknown(visit) || deps.sessions.of(visit) !== undefined) return
  const last = yield* deps.lastRoomOf(visit)
  if (last === null) return
  const { performerId, mode, sessionId, nickname } = last
  const told = { cause: null, also: [CHAT_RESTORED] }
  yield* tellVisit(deps, visit, fromGateway(CHAT_INTERRUPTED), null)
  const result = yield* retryWhile(
    mode === "free"
      ? enterFreeRoom(deps, visitor, { performerId, nickname }, told)
      : enterPaidRoom(
          deps,
          visitor,
          { performerId, mode, sessionId, reportsVisibility: false },
          told,
        ),
    isTransient,
    ROOM_ENTRY_RETRIES,
  )
  if (result._tag === "Entered") return
  yield* tellVisit(deps, visit, fromGateway(roomLeft(performerId, "lost"), CHAT_RESTORED), null)
})
