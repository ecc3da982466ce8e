/**
 * VIP: accepting a request, beginning, which ends the other paid sessions, and stopping, by viewer or performer.
 * Requests and acceptances have modules of their own (vip-request.ts, vip-acceptance.ts).
 *
 * Invariant: while VIP runs nobody else is in paid chat or waits for VIP; until it is joined, nobody loses anything.
 */
import { intervalPrice } from "./paid-time.ts"
import type { Refused } from "../../http/refused.ts"
import { isSameViewer, type ChatSession } from "./chat-session.ts"
import { endSession, kickSession, countShortVip } from "./ending.ts"
import { viewerAnswered } from "./paid-metering.ts"
import { roomRefused, actionRefusal } from "./refusals.ts"
import { changeMode } from "./room-mode.ts"
import type { ChatRoomState } from "./chat-room-state.ts"
import { withdrawAcceptance, revokeAcceptance } from "./vip-acceptance.ts"
import { declineVip, withdrawRequest } from "./vip-request.ts"

/** `holdId`: the id of the session that joining will begin. The viewer is told once the first interval is held. */
export const acceptVip = (room: ChatRoomState, session: ChatSession, holdId: string): void => {
  const { memberId, requestedVipAt } = session
  if (requestedVipAt === null || memberId === null || room.accepted !== null) return
  session.requestedVipAt = null
  const tariff = room.rules.tariffs.vip
  const { creditsPerMinute } = tariff
  const hold = {
    session: holdId,
    memberId,
    performerId: room.host.id,
    creditsPerMinute,
    price: intervalPrice(tariff),
  }
  const never = Number.POSITIVE_INFINITY
  room.accepted = { session, hold, stage: "holding", toldAt: never, until: never, excuse: null }
  room.put({ _tag: "Hold", hold })
}

/** VIP is joined: the others are sent out, and one viewer sees her. */
export const beginVip = (room: ChatRoomState, session: ChatSession, now: number): void => {
  room.accepted = null
  if (room.mode !== "vip") room.wasFree = room.mode === "free"
  for (const other of room.all()) {
    declineVip(room, other, null)
    if (other.mode === "chat" && !isSameViewer(other, session)) {
      kickSession(room, other, "vip_started", now)
    }
  }
  changeMode(room, "vip", now)
}

/** The viewer ends VIP, or withdraws the request or the acceptance. */
export const stopVip = (room: ChatRoomState, session: ChatSession, now: number): Refused | null => {
  const not = actionRefusal(session, now)
  if (not !== null) return not
  if (session.mode === "vip") {
    viewerAnswered(room, session, now)
    countShortVip(room, session, now)
    endSession(room, session, { reason: "stopped", how: "vipStopped" }, now)
    return null
  }
  if (room.accepted?.session === session && room.accepted.stage !== "joining") {
    withdrawAcceptance(room, room.accepted, now)
    return null
  }
  if (session.requestedVipAt === null) return roomRefused("vipNotRunning")
  withdrawRequest(room, session)
  room.tell(session, "stop-vip", { session: session.id })
  return null
}

/** The performer ends VIP or an acceptance; `only`: of this session, null: of anybody. */
export const hostStopsVip = (room: ChatRoomState, only: ChatSession | null, now: number): void => {
  const { accepted } = room
  if (accepted !== null && (only ?? accepted.session) === accepted.session) revokeAcceptance(room)
  for (const session of room.all()) {
    if (session.mode === "vip" && (only ?? session) === session)
      endSession(room, session, { reason: "stopped", how: "vipStopped" }, now)
  }
}
