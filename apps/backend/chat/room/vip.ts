/**
 * VIP itself: accepting a request for it, which ends what others pay for, and stopping it, by either side.
 *
 * Callers: room.ts, host-moves.ts. Invariant: where VIP begins, nobody but who was accepted is in paid chat or waits
 * for it. What a request and an acceptance are by themselves is vip-request.ts's and vip-acceptance.ts's.
 */
import type { Refused } from "../../http/refused.ts"
import { isSameViewer, type Session } from "../session.ts"
import { end, kick } from "./ending.ts"
import { viewerAnswered } from "./metering.ts"
import { refused, whyNotNow } from "./refusals.ts"
import { changeMode } from "./room-mode.ts"
import type { RoomState } from "./room-state.ts"
import { afterVip } from "./vip-acceptance.ts"
import { declineVip, takeBackRequest } from "./vip-request.ts"

export const acceptVip = (room: RoomState, session: Session, now: number): void => {
  if (session.requestedVipAt === null || room.accepted !== null) return
  session.requestedVipAt = null
  room.accepted = { session, until: now + room.rules.acceptedMs }
  room.wasFree = room.mode === "free"
  for (const other of room.all()) {
    if (other.requestedVipAt !== null) declineVip(room, other, null)
    if (other.mode === "chat" && !isSameViewer(other, session)) {
      kick(room, other, "vip_started", now)
    }
  }
  room.tell(session, "accept-vip", { session: session.id })
  changeMode(room, "vip", now)
}

/** The viewer ends VIP, or takes the request for it back. */
export const stopVip = (room: RoomState, session: Session, now: number): Refused | null => {
  const not = whyNotNow(session, now)
  if (not !== null) return not
  if (session.mode === "vip") {
    viewerAnswered(room, session, now)
    end(room, session, { reason: "stopped", how: "vipStopped" }, now)
    return null
  }
  if (room.accepted?.session === session) {
    room.tell(session, "stop-vip", { session: session.id })
    room.accepted = null
    afterVip(room, now)
    return null
  }
  if (session.requestedVipAt === null) return refused("vipNotRunning")
  takeBackRequest(room, session)
  room.tell(session, "stop-vip", { session: session.id })
  return null
}

/** She ends the VIP that runs, whoever is in it, or this one's alone. */
export const hostStopsVip = (room: RoomState, only: Session | null, now: number): void => {
  for (const session of room.all()) {
    if (session.mode === "vip" && (only ?? session) === session)
      end(room, session, { reason: "stopped", how: "vipStopped" }, now)
  }
}
