/** Whether this document pays now: for time in a room, or by a call. Pure. */
import { isInCall } from "./call.ts"
import type { RoomState } from "./room-state.ts"
import type { SiteState } from "./site-state.ts"

/** In a room with paid time. */
export const isPaidFor = (room: RoomState | null): boolean =>
  room?.presence._tag === "Inside" && room.presence.mode !== "free"

/** Also outside of rooms: a call costs until it is hung up. */
export const isPaying = (state: SiteState): boolean => isPaidFor(state.room) || isInCall(state)
