/** What the functions of a room need. Types alone. */
import type { Effect, Scope } from "effect"
import type { FatalShape } from "../fatal.ts"
import type { PipelineShape } from "../pipeline.ts"
import type { SessionStoreShape } from "../sessions/session-store.ts"
import type { LiveVisit, VisitTable } from "../visits/registry.ts"
import type { ChatCalls } from "./chat-calls.ts"
import type { LastRoomOf } from "./last-room.ts"
import type { LobbyConnections } from "./lobby-connections.ts"
import type { PaidConnections } from "./paid-connections.ts"
import type { PendingActions } from "./pending-actions.ts"
import type { PictureVisibility } from "./picture-visibility.ts"
import type { RoomSessions } from "./room-sessions.ts"

/** One thing at a time happens to a visit's room session, in the order in which it was asked for. */
export type VisitMutex = (
  visit: LiveVisit,
) => <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

export interface RoomDeps {
  readonly sessions: RoomSessions
  readonly pending: PendingActions
  readonly visibility: PictureVisibility
  readonly calls: ChatCalls
  readonly lobbies: LobbyConnections
  readonly paid: PaidConnections
  readonly lastRoomOf: LastRoomOf
  readonly pipeline: PipelineShape
  readonly visits: VisitTable
  /** Who is logged in. */
  readonly logIns: SessionStoreShape
  readonly fatal: FatalShape
  readonly mutex: VisitMutex
  /** What nobody waits for runs in it. */
  readonly scope: Scope.Scope
  /** Milliseconds after which who watches free and is not connected leaves. */
  readonly awayMs: number
}
