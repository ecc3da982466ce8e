/**
 * The performer changes the mode of her room, and its viewers are told; and what is told to whoever acts for her
 * next.
 *
 * Invariants: nothing that a change ended is paid for or can still be joined; a performer who goes offline has ended
 * her show, and nobody is told of a lost connection.
 */
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import { kickSession } from "./ending.ts"
import { changeMode } from "./room-mode.ts"
import type { ChatRoomState } from "./chat-room-state.ts"
import { hostStopsVip } from "./vip.ts"
import { revokeAcceptance } from "./vip-acceptance.ts"
import { declineVip } from "./vip-request.ts"

const hostLeaves = (room: ChatRoomState, now: number): void => {
  revokeAcceptance(room)
  for (const session of room.all()) {
    if (session.requestedVipAt !== null) declineVip(room, session, null)
    if (session.mode !== "free") kickSession(room, session, "host_left", now)
  }
}

/** Changes the mode: free chat on or off, paused, offline, back. VIP begins by accepting a request. */
export const switchMode = (
  room: ChatRoomState,
  mode: Exclude<UpstreamRoomMode, "vip">,
  now: number,
): void => {
  if (mode === room.mode) return
  if (mode === "offline") hostLeaves(room, now)
  // Turning free chat on or off keeps an acceptance for VIP; a pause ends it.
  if (mode === "paused" || (room.mode === "vip" && mode !== "offline")) {
    hostStopsVip(room, null, now)
  }
  changeMode(room, mode, now)
  if (mode === "offline") room.tell("all", "room-closed", {})
}

/** VIP was set in the list of performers by somebody else: the list decides. */
export const adoptVip = (room: ChatRoomState, now: number): void => {
  if (room.mode !== "vip") changeMode(room, "vip", now)
}

/** Whoever acts for her next hears the open requests and who is in VIP. */
export const tellNewHost = (room: ChatRoomState): void => {
  for (const { id, nickname, lang, mode, ending, paid, requestedVipAt } of room.all()) {
    if (ending !== null) continue
    if (requestedVipAt !== null)
      room.tellHost({ _tag: "VipRequested", session: id, nickname, lang })
    if (mode === "vip" && paid !== null)
      room.tellHost({ _tag: "Joined", session: id, nickname, mode, isGuest: false, lang })
  }
}
