/** Whether this document is in a room with paid time now. Pure. */
import type { RoomState } from "./room-state.ts"

export const isPaidFor = (room: RoomState | null): boolean =>
  room?.presence._tag === "Inside" && room.presence.mode !== "free"
