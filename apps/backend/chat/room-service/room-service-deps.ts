/** What the calls of the room service share. Types only. */
import type { BackendConfigShape } from "../../config.ts"
import type { SqlDatabase } from "../../db/database.ts"
import type { BackendIds } from "../../ids.ts"
import type { OutboxRelay } from "../../outbox/relay.ts"
import type { ChatSocketServerShape } from "../../sockets/chat-sockets.ts"
import type { BroadcastsShape } from "../engine/broadcasts.ts"
import type { ViewerLimitsRegistry } from "../room-model/viewer-limits.ts"
import type { GuestTime } from "./guest-time.ts"
import type { RecentLines } from "./recent-lines.ts"
import type { RoomAccess } from "./room-access.ts"
import type { RunRoomEffects } from "./room-effects.ts"
import type { RoomLedger } from "./room-ledger.ts"

export interface RoomServiceDeps extends RoomAccess {
  readonly chat: BackendConfigShape["chat"]
  readonly sockets: ChatSocketServerShape
  readonly broadcasts: BroadcastsShape
  readonly limits: ViewerLimitsRegistry
  readonly guestTime: GuestTime
  readonly recentLines: RecentLines
  readonly ledger: RoomLedger
  readonly runEffects: RunRoomEffects
}

/** The services that such a call uses. */
export type RoomServices = SqlDatabase | OutboxRelay | BackendIds
