/**
 * The live rooms of this gateway's visits: enters and leaves for them, restores their rooms after an interruption, and
 * takes out those that have gone.
 *
 *   JoinRoom ─▶ set-lobby or join ─▶ a room session ─▶ frames are told
 *
 * Invariants: a visit is in one room at most; commands and restorations of one visit's session run one at a time, and
 * a frame or a refused token may end it in between; every `RoomJoined` is followed by another one or by `RoomLeft`.
 */
import { Context, Effect, Layer, Semaphore } from "effect"
import type { CommandId, IvrSessionId } from "@foldcast/contracts/ids"
import type { PlayerFailureCode } from "@foldcast/contracts/player-failure"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { GatewayConfig } from "../config.ts"
import { Fatal } from "../fatal.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { Pipeline } from "../pipeline.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { ChatSockets } from "../upstream/chat-socket.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"
import { makeChatCalls, type RoomVisitor } from "./chat-calls.ts"
import { JoinWaiters } from "./join-waiters.ts"
import { makeLastRoom } from "./last-room.ts"
import { makeLobbyConnections } from "./lobby-connections.ts"
import { type MediaGrant, mediaGrant } from "./media-grants.ts"
import { makePaidConnections } from "./paid-connections.ts"
import { PendingActions } from "./pending-actions.ts"
import { PictureVisibility } from "./picture-visibility.ts"
import { makePlayerFailures } from "./player-failures.ts"
import {
  actInRoom,
  type ActionResult,
  type RoomActionRequest,
  sendOverConnection,
  type SocketMessage,
} from "./room-actions.ts"
import type { RoomDeps, VisitMutex } from "./room-deps.ts"
import { leaveForCall, leaveRoom, type RoomLeaveRequest, sweepRooms } from "./room-exit.ts"
import { joinRoom, type JoinResult, type RoomJoinRequest } from "./room-join.ts"
import {
  lobbyInterrupted,
  lobbyRestored,
  renewToken,
  restoreRoom,
  tellInterrupted,
  tellRestored,
} from "./room-recovery.ts"
import { type RoomSession, RoomSessions } from "./room-sessions.ts"

export interface RoomServiceShape {
  /** Tells `RoomJoined` or `RoomJoinRefused`. */
  readonly join: (
    visitor: RoomVisitor,
    request: RoomJoinRequest,
    cause: CommandId,
  ) => Effect.Effect<JoinResult, LogUnavailable>
  /** Tells `RoomLeft`, whatever the service answers. */
  readonly leave: (
    visit: LiveVisit,
    request: RoomLeaveRequest,
    cause: CommandId,
  ) => Effect.Effect<void, LogUnavailable>
  /** This call is over: its visit's room is left, where the call paid for it. */
  readonly callEnded: (visit: LiveVisit, call: IvrSessionId) => Effect.Effect<void, LogUnavailable>
  /** Does something that the service answers with an event. */
  readonly act: (visit: LiveVisit, request: RoomActionRequest) => Effect.Effect<ActionResult>
  /** Sends something over the session's own connection. */
  readonly send: (visit: LiveVisit, message: SocketMessage) => Effect.Effect<ActionResult>
  /** What the media engine is shown for the room's picture. */
  readonly watch: (visit: LiveVisit, performerId: string) => Effect.Effect<MediaGrant>
  /** What it is shown for the viewer's own camera. */
  readonly camBack: (visit: LiveVisit, performerId: string) => Effect.Effect<MediaGrant>
  /** Tells the chat service what the visit's player could not do; it does not wait for the answer. */
  readonly reportFailure: (
    visit: LiveVisit,
    performerId: string,
    failure: PlayerFailureCode,
  ) => Effect.Effect<void>
  /** Client facts of this visit that have become durable. */
  readonly clientFactsStored: (visit: LiveVisit, facts: ReadonlyArray<NumberedClientFact>) => void
  /** Waits for a join that may be on its way, for some seconds, where the visit is not in that room. */
  readonly awaitJoin: (visit: LiveVisit, performerId: string) => Effect.Effect<void>
  readonly isInRoom: (visit: LiveVisit, performerId: string) => boolean
  /** From now on `listener` is called with each session that ends, for whatever reason. */
  readonly onLeft: (listener: (session: RoomSession) => void) => Effect.Effect<void>
  /** Its browser is attached, or asks for something: its room is restored after a restart, or after it was swept. */
  readonly restore: (visitor: RoomVisitor) => Effect.Effect<void, LogUnavailable>
}

const makeVisitMutex = (): VisitMutex => {
  const mutexes = new WeakMap<LiveVisit, Semaphore.Semaphore>()
  return (visit) => (effect) => {
    const mutex = mutexes.get(visit) ?? Semaphore.makeUnsafe(1)
    mutexes.set(visit, mutex)
    return mutex.withPermits(1)(effect)
  }
}

/** What keeps rooms, each part with what it needs of the others. */
const makeRoomDeps = Effect.gen(function* () {
  const { limits } = yield* GatewayConfig
  const sessions = new RoomSessions()
  const pending = new PendingActions()
  const calls = yield* makeChatCalls
  const own = { sessions, pending, calls }
  const deps: RoomDeps = {
    ...own,
    visibility: new PictureVisibility((visit) => {
      const session = sessions.of(visit)
      return session === undefined || session.mode === "free" ? undefined : session.connection
    }),
    lobbies: yield* makeLobbyConnections({
      ...own,
      listener: {
        onInterrupted: (performerId) => lobbyInterrupted(deps, performerId),
        onRestored: (performerId) => lobbyRestored(deps, performerId),
      },
    }),
    paid: yield* makePaidConnections({
      ...own,
      listener: {
        onInterrupted: (session) => tellInterrupted(deps, session),
        onRestored: (session) => tellRestored(deps, session),
        onTokenRefused: (session, refused) => renewToken(deps, session, refused),
      },
    }),
    lastRoomOf: yield* makeLastRoom,
    pipeline: yield* Pipeline,
    visits: yield* Visits,
    logIns: yield* SessionStore,
    fatal: yield* Fatal,
    mutex: makeVisitMutex(),
    scope: yield* Effect.scope,
    awayMs: limits.watchingAwayMs,
  }
  return deps
})

const everySecond = (deps: RoomDeps) =>
  sweepRooms(deps).pipe(
    deps.fatal.guard,
    Effect.catchDefect(() => Effect.void),
    Effect.delay("1 second"),
    Effect.forever,
  )

const serviceOf = (deps: RoomDeps): RoomServiceShape => {
  const { calls, mutex, sessions, visibility } = deps
  const waiters = new JoinWaiters()
  return {
    join: (visitor, request, cause) =>
      Effect.ensuring(
        mutex(visitor.visit)(joinRoom(deps, visitor, request, cause)),
        Effect.sync(() => {
          waiters.joinEnded(visitor.visit)
        }),
      ),
    leave: (visit, request, cause) => mutex(visit)(leaveRoom(deps, visit, request, cause)),
    callEnded: (visit, call) => mutex(visit)(leaveForCall(deps, visit, call)),
    act: (visit, request) => actInRoom(deps, visit, request),
    send: (visit, message) => sendOverConnection(deps, visit, message),
    watch: (visit, performerId) => mediaGrant(sessions, visit, performerId, calls.watch),
    camBack: (visit, performerId) => mediaGrant(sessions, visit, performerId, calls.camBack),
    reportFailure: makePlayerFailures(deps),
    clientFactsStored: (visit, facts) => visibility.clientFactsStored(visit, facts),
    awaitJoin: (visit, performerId) =>
      Effect.suspend(() =>
        sessions.inRoom(visit, performerId) === undefined ? waiters.nextJoin(visit) : Effect.void,
      ),
    isInRoom: (visit, performerId) => sessions.inRoom(visit, performerId) !== undefined,
    onLeft: (listener) => Effect.sync(() => sessions.onRemoved(listener)),
    restore: (visitor) => mutex(visitor.visit)(restoreRoom(deps, visitor)),
  }
}

export class RoomService extends Context.Service<RoomService, RoomServiceShape>()(
  "gateway/RoomService",
) {
  static readonly layer = Layer.effect(
    RoomService,
    Effect.gen(function* () {
      const deps = yield* makeRoomDeps
      const metrics = yield* GatewayMetrics
      const sockets = yield* ChatSockets
      yield* Effect.forkScoped(everySecond(deps))
      yield* metrics.watch("chat_connections", () => sockets.count())
      yield* metrics.watch("room_seats", () => deps.sessions.size)
      return RoomService.of(serviceOf(deps))
    }),
  )
}
