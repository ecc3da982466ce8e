/**
 * The room's own state, independent of its members: free chat, pause, VIP, offline, and its settings. Pure.
 *
 * Invariant: the first mode is the state in which the room was found, so no line announces it.
 */
import type { RoomHandlers } from "./room-change.ts"
import { withAction, withoutNewestAction } from "./room-lines.ts"
import { withMeter } from "./room-paid-time.ts"
import { withChanges } from "./slice.ts"

export const modeEvents = {
  FreeChatStarted: (room, _, envelope) =>
    withAction({ ...room, mode: "free" }, envelope, "freeChatStarted"),
  FreeChatStopped: (room, _, envelope) =>
    withAction(
      { ...room, mode: room.mode === "free" ? "chat" : room.mode },
      envelope,
      "freeChatStopped",
    ),
  RoomModeSwitched: (room, { mode }, envelope) => {
    const switched = withMeter(withChanges(room, { mode }), envelope.at)
    if (mode === room.mode || room.mode === null) return switched
    if (mode === "paused") return withAction(switched, envelope, "paused")
    return mode === "vip" && room.vip._tag !== "Accepted" && room.vip._tag !== "Running"
      ? withAction(switched, envelope, "vipStarted")
      : switched
  },
  HostLeft: (room, _, envelope) => withAction(room, envelope, "hostLeft"),
  // A service may tell of her connection first; what ended is her show.
  RoomClosed: (room, _, envelope) =>
    withAction(
      { ...withoutNewestAction(room, "hostLeft"), mode: "offline" },
      envelope,
      "roomClosed",
    ),
  RoomSettingsChanged: (room, event) => {
    const { _tag, performerId: _, ...told } = event
    return withChanges(room, { settings: withChanges(room.settings, told) })
  },
} satisfies Partial<RoomHandlers>
