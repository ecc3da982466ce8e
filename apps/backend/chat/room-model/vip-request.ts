/**
 * A viewer's request for VIP, until it is accepted, declined, withdrawn or expires.
 *
 * Invariants: a session has at most one request; whatever ends it, the viewer or the performer is told.
 */
import type { Refused } from "../../http/refused.ts"
import type { ChatSession } from "./chat-session.ts"
import { roomRefused, tooManyAttempts, actionRefusal } from "./refusals.ts"
import type { ChatRoomState } from "./chat-room-state.ts"

export const requestVip = (
  room: ChatRoomState,
  session: ChatSession,
  now: number,
): Refused | null => {
  const not = actionRefusal(session, now, session.limits.requests)
  if (not !== null) return not
  if (session.memberId === null) return roomRefused("membersOnly")
  if (room.mode === "offline") return roomRefused("performerOffline")
  const isFreeFor = (room.mode === "free" || room.mode === "chat") && room.accepted === null
  if (!isFreeFor) return roomRefused("performerBusy")
  if (session.requestedVipAt !== null) return roomRefused("vipRequested")
  // A viewer who may not join would keep her waiting; one who leaves VIP at once has had others sent out for it.
  const { unpaid, shortVips } = session.limits
  const wait = unpaid.waitFor(now) || shortVips.waitFor(now)
  if (wait > 0) return tooManyAttempts(wait)
  session.requestedVipAt = now
  const { id, nickname, lang } = session
  room.tell(session, "request-vip", { session: id, member: nickname })
  room.tellHost({ _tag: "VipRequested", session: id, nickname, lang })
  return null
}

export const declineVip = (
  room: ChatRoomState,
  session: ChatSession,
  reason: string | null,
): void => {
  if (session.requestedVipAt === null) return
  session.requestedVipAt = null
  const { id: of } = session
  room.tell(session, "decline-vip", { session: of, ...(reason !== null && { reason }) })
}

const tellTakenBack = (room: ChatRoomState, { id, nickname }: ChatSession): void => {
  room.tellHost({ _tag: "VipTakenBack", session: id, nickname })
}

export const withdrawRequest = (room: ChatRoomState, session: ChatSession): void => {
  if (session.requestedVipAt === null) return
  session.requestedVipAt = null
  tellTakenBack(room, session)
}

/** Declines a request that nobody answered in time. */
export const tickRequest = (room: ChatRoomState, session: ChatSession, now: number): void => {
  const { requestedVipAt } = session
  if (requestedVipAt === null || now - requestedVipAt < room.rules.requestMs) return
  declineVip(room, session, null)
  tellTakenBack(room, session)
}
