/**
 * What a room is: free, chat, VIP, in pause, gone. Changing it tells everybody, and who sees her and what is paid
 * for follow. Whose sessions end by it is decided before, by the callers.
 */
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import type { RoomState } from "./room-state.ts"
import { sightChanged, visibilityChanged } from "./sight.ts"

/** She is there, and whom she talks with pays for it. In a pause those who wait talk on. */
export const isFreeChatOff = ({ mode }: RoomState): boolean => mode === "chat" || mode === "vip"

export const changeMode = (room: RoomState, mode: UpstreamRoomMode, now: number): void => {
  const before = room.mode
  room.mode = mode
  room.modeSince = now
  if (before === "free" && mode !== "free") room.tell("all", "stop-freechat", {})
  if (mode === "free") room.tell("all", "start-freechat", {})
  room.tell("all", "chat-switch", { mode })
  visibilityChanged(room, now)
  sightChanged(room)
  room.put({ _tag: "Mode", mode })
  room.tellHost({ _tag: "ModeChanged", mode })
}
