/**
 * Asking for VIP: a viewer's request, until she accepts or declines it, it is taken back, or it has waited too long.
 *
 * Invariants: a session has one request at most; whatever ends it, the viewer or she is told.
 */
import type { Refused } from "../../http/refused.ts"
import type { Session } from "./session.ts"
import { refused, tooOften, whyNotNow } from "./refusals.ts"
import type { RoomState } from "./room-state.ts"

export const requestVip = (room: RoomState, session: Session, now: number): Refused | null => {
  const not = whyNotNow(session, now, session.limits.requests)
  if (not !== null) return not
  if (session.memberId === null) return refused("membersOnly")
  if (room.mode === "offline") return refused("performerOffline")
  const isFreeFor = (room.mode === "free" || room.mode === "chat") && room.accepted === null
  if (!isFreeFor) return refused("performerBusy")
  if (session.requestedVipAt !== null) return refused("vipRequested")
  // Whoever could not join it would have her wait for nothing; whoever goes at once has had others sent out for it.
  const { unpaid, shortVips } = session.limits
  const wait = unpaid.waitFor(now) || shortVips.waitFor(now)
  if (wait > 0) return tooOften(wait)
  session.requestedVipAt = now
  const { id, nickname, lang } = session
  room.tell(session, "request-vip", { session: id, member: nickname })
  room.tellHost({ _tag: "VipRequested", session: id, nickname, lang })
  return null
}

export const declineVip = (room: RoomState, session: Session, reason: string | null): void => {
  if (session.requestedVipAt === null) return
  session.requestedVipAt = null
  const { id: of } = session
  room.tell(session, "decline-vip", { session: of, ...(reason !== null && { reason }) })
}

const tellTakenBack = (room: RoomState, { id, nickname }: Session): void => {
  room.tellHost({ _tag: "VipTakenBack", session: id, nickname })
}

export const takeBackRequest = (room: RoomState, session: Session): void => {
  if (session.requestedVipAt === null) return
  session.requestedVipAt = null
  tellTakenBack(room, session)
}

/** A request that nobody answered in time is declined, and she has it no more. */
export const tickRequest = (room: RoomState, session: Session, now: number): void => {
  const { requestedVipAt } = session
  if (requestedVipAt === null || now - requestedVipAt < room.rules.requestMs) return
  declineVip(room, session, null)
  tellTakenBack(room, session)
}
