/**
 * The mode of a room: free, chat, VIP, paused, offline. A change is told to everybody, and video and paid time follow
 * it. The callers end the sessions that a change ends.
 */
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import type { ChatRoomState } from "./chat-room-state.ts"
import { listAnew } from "./member-list.ts"
import { updateVideoAccess, updatePaidTime } from "./visibility.ts"

/** The performer is online and only paying viewers may talk. In a pause waiting viewers talk on. */
export const isFreeChatOff = ({ mode }: ChatRoomState): boolean => mode === "chat" || mode === "vip"

export const changeMode = (room: ChatRoomState, mode: UpstreamRoomMode, now: number): void => {
  const before = room.mode
  room.mode = mode
  room.modeSince = now
  if (before === "free" && mode !== "free") room.tell("all", "stop-freechat", {})
  if (mode === "free") room.tell("all", "start-freechat", {})
  room.tell("all", "chat-switch", { mode })
  updatePaidTime(room, now)
  updateVideoAccess(room)
  listAnew(room)
  room.put({ _tag: "Mode", mode })
  room.tellHost({ _tag: "ModeChanged", mode })
}
