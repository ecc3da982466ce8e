/**
 * Leaving a room: by command, for another room, because it could not be restored, or because the visit has gone.
 *
 * Invariant: what a paid session cost is told before its end.
 */
import { Effect } from "effect"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import type { CommandId, IvrSessionId } from "@foldcast/contracts/ids"
import type { LeaveReason } from "@foldcast/contracts/stream/room"
import { factsFrom } from "../visits/placement.ts"
import { detachedFor, type LiveVisit } from "../visits/registry.ts"
import type { RoomDeps } from "./room-deps.ts"
import {
  CHAT_RESTORED,
  DEPARTURES,
  fromGateway,
  leftForOther,
  roomLeft,
  visitorReason,
} from "./room-facts.ts"
import type { RoomSession } from "./room-sessions.ts"
import { inBackground, tellVisit } from "./tell-visit.ts"

export interface RoomLeaveRequest {
  readonly performerId: string
  readonly reason: LeaveReason
}

const closeWithReceipt = (session: RoomSession) =>
  session.mode === "free"
    ? Effect.void
    : Effect.andThen(session.connection.receipt, session.connection.close)

/** The session is replaced by another: the service is told that it was left, and what it cost is told. */
export const leaveForSwitch = ({ calls }: RoomDeps, session: RoomSession): Effect.Effect<void> =>
  Effect.andThen(calls.leave(session, "switches", "switched"), closeWithReceipt(session))

/** Who asks for another room has left the one before, also where they are not let in. */
export const leaveOtherRoom = Effect.fnUntraced(function* (
  deps: RoomDeps,
  visit: LiveVisit,
  performerId: string,
) {
  const older = deps.sessions.of(visit)
  if (older === undefined || older.performerId === performerId) return []
  deps.sessions.remove(older)
  yield* leaveForSwitch(deps, older)
  return leftForOther(older, performerId)
})

export const leaveRoom = Effect.fnUntraced(function* (
  deps: RoomDeps,
  visit: LiveVisit,
  { performerId, reason: given }: RoomLeaveRequest,
  cause: CommandId,
) {
  const session = deps.sessions.inRoom(visit, performerId)
  const reason = visitorReason(given)
  const left = roomLeft(performerId, reason)
  if (session === undefined) return yield* tellVisit(deps, visit, fromGateway(left), cause)
  deps.sessions.remove(session)
  const outcome = yield* deps.calls.leave(session, DEPARTURES[reason], reason)
  yield* closeWithReceipt(session)
  const from = outcome._tag === "Answered" ? "performer-service" : "gateway"
  yield* tellVisit(deps, visit, factsFrom(from, [left]), cause)
})

/** It could not be restored. */
export const leaveLost = (deps: RoomDeps, session: RoomSession) =>
  Effect.suspend(() => {
    if (!deps.sessions.isCurrent(session)) return Effect.void
    deps.sessions.remove(session)
    const facts = fromGateway(roomLeft(session.performerId, "lost"), CHAT_RESTORED)
    return Effect.andThen(
      tellVisit(deps, session.visit, facts, null),
      inBackground(deps, deps.calls.leave(session, "leaves", "lost")),
    )
  })

/** The call that pays is over, or another: whoever is in a room by it has left. Nobody waits for a receipt. */
export const leaveForCall = Effect.fnUntraced(function* (
  deps: RoomDeps,
  visit: LiveVisit,
  call: IvrSessionId,
) {
  const session = deps.sessions.of(visit)
  if (session === undefined || session.mode === "free" || session.call !== call) return
  deps.sessions.remove(session)
  const { connection, performerId } = session
  yield* tellVisit(deps, visit, fromGateway(roomLeft(performerId, "dialin_stopped")), null)
  const left = deps.calls.leave(session, DEPARTURES.dialin_stopped, "dialin_stopped")
  yield* inBackground(deps, Effect.andThen(left, connection.close))
})

/** A payer is not swept for being away: their silence ends the session, and its receipt is to be told. */
const isAway = ({ awayMs }: RoomDeps, { mode, visit }: RoomSession, now: number): boolean =>
  mode === "free" && (detachedFor(visit, now) ?? 0) > awayMs

/** A visit that has gone, however it went, leaves its room; when it comes back, its log says where it was. */
export const sweepRooms = Effect.fnUntraced(function* (deps: RoomDeps) {
  const now = yield* monotonicMillis
  for (const session of deps.sessions.all()) {
    if (deps.visits.isLive(session.visit) && !isAway(deps, session, now)) continue
    deps.sessions.forget(session)
    const close = session.mode === "free" ? Effect.void : session.connection.close
    yield* inBackground(
      deps,
      Effect.andThen(deps.calls.leave(session, "leaves", "unloaded"), close),
    )
  }
  yield* deps.lobbies.sweep(now)
})
