/**
 * The performer goes on to something else, and whoever was with her hears it; and what is told to somebody else who
 * acts for her from now on.
 *
 * Invariant: nothing that she has gone on from is paid for or can still be joined.
 */
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import { end, kick } from "./ending.ts"
import { changeMode } from "./room-mode.ts"
import type { RoomState } from "./room-state.ts"
import { hostStopsVip } from "./vip.ts"
import { takeBackAcceptance } from "./vip-acceptance.ts"
import { declineVip } from "./vip-request.ts"

const hostLeaves = (room: RoomState, now: number): void => {
  room.tell("all", "host-disconnected", {})
  takeBackAcceptance(room)
  for (const session of room.all()) {
    if (session.requestedVipAt !== null) declineVip(room, session, null)
    if (session.mode === "vip") {
      end(room, session, { reason: "host_left", how: "vipBroken" }, now)
    }
    if (session.mode === "chat") kick(room, session, "host_left", now)
  }
}

/** She is somewhere else now: free chat on or off, in pause, gone, back. VIP begins by accepting. */
export const switchTo = (
  room: RoomState,
  mode: Exclude<UpstreamRoomMode, "vip">,
  now: number,
): void => {
  if (mode === room.mode) return
  if (mode === "offline") hostLeaves(room, now)
  // Free chat on or off takes nothing from who is to join her; a pause does.
  if (mode === "paused" || (room.mode === "vip" && mode !== "offline")) {
    hostStopsVip(room, null, now)
  }
  changeMode(room, mode, now)
  if (mode === "offline") room.tell("all", "room-closed", {})
}

/** Set by somebody else who knows: what lies in the list is what counts. */
export const showVip = (room: RoomState, now: number): void => {
  if (room.mode !== "vip") changeMode(room, "vip", now)
}

/** Somebody else acts for her now: told again is what they have to answer, and whom she is with. */
export const tellNextHost = (room: RoomState): void => {
  for (const { id, nickname, lang, mode, ending, paid, requestedVipAt } of room.all()) {
    if (ending !== null) continue
    if (requestedVipAt !== null)
      room.tellHost({ _tag: "VipRequested", session: id, nickname, lang })
    if (mode === "vip" && paid !== null)
      room.tellHost({ _tag: "Joined", session: id, nickname, mode, isGuest: false, lang })
  }
}
