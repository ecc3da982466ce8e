/** Whether this document pays now: for time in a room, or by a call. Pure. */
import { isInCall } from "./call.ts"
import type { RoomState } from "./room-state.ts"
import type { SiteState } from "./site-state.ts"

/** The mode of a room with paid time; null where nothing is paid in it. */
export const paidModeOf = (room: RoomState | null): "chat" | "vip" | null =>
  room?.presence._tag === "Inside" && room.presence.mode !== "free" ? room.presence.mode : null

/** In a room with paid time. */
export const isPaidFor = (room: RoomState | null): boolean => paidModeOf(room) !== null

/** Also outside of rooms: a call costs until it is hung up. */
export const isPaying = (state: SiteState): boolean => isPaidFor(state.room) || isInCall(state)
