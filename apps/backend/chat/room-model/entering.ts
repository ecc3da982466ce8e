/**
 * Entering a room: who is let in, under which nickname, and what starts when a paid session connects.
 *
 * Invariants: paid time starts with the session's connection, never before; a viewer who was sent out, whose
 * acceptance for VIP has ended, or whom a block keeps away, is not let in.
 */
import { BLOCKED_LABEL } from "@foldcast/contracts/chat-rules"
import type { Refused } from "../../http/refused.ts"
import { withVisibility, beginPaidTime, withIntervalPaid } from "./paid-time.ts"
import { type NewChatSession, newChatSession, type ChatSession } from "./chat-session.ts"
import { endSession, kickSession } from "./ending.ts"
import { tellArrival, memberList } from "./member-list.ts"
import { requestDuePayment } from "./paid-metering.ts"
import { roomRefused } from "./refusals.ts"
import { nicknameFor, takeName } from "./room-nicknames.ts"
import type { ChatRoomState } from "./chat-room-state.ts"
import { isVisible, mayWatch, tellVideoAgain } from "./visibility.ts"
import { tellCharged } from "./charge-notice.ts"
import { beginVip } from "./vip.ts"
import { acceptanceOf, attachJoiningSession } from "./vip-acceptance.ts"

export type PersonLimits = Pick<ChatSession, "limits" | "limitsOfBrowser">

/** Null: this person may enter. */
export const entryRefusal = (
  room: ChatRoomState,
  person: PersonLimits,
  now: number,
): Refused | null => {
  const { limits, limitsOfBrowser } = person
  if (limits.isKeptApart(room.host.id, now)) return roomRefused(BLOCKED_LABEL)
  const isClosed = [limits, limitsOfBrowser].some((one) => one.closedFor(room.host.id, now) > 0)
  return isClosed ? roomRefused("sentOut") : null
}

/** Null: a paid session may begin now. */
export const paidEntryRefusal = (
  room: ChatRoomState,
  mode: "chat" | "vip",
  memberId: string,
  now: number,
): Refused | null => {
  if (room.mode === "offline") return roomRefused("performerOffline")
  if (mode === "vip")
    return acceptanceOf(room, memberId, now) === null ? roomRefused("vipNotAccepted") : null
  return room.mode === "free" || room.mode === "chat" ? null : roomRefused("performerBusy")
}

export const enterRoom = (room: ChatRoomState, given: NewChatSession): ChatSession => {
  // Between two sessions of one person the nickname stays, also while both exist.
  const isKept = room.olderOf(given)?.nickname === given.nickname
  const nickname = isKept ? given.nickname : nicknameFor(room, given.nickname)
  const session = newChatSession({ ...given, nickname })
  room.sessions.set(session.id, session)
  takeName(room, session.nickname)
  if (session.mode === "free") {
    session.toldMayWatch = mayWatch(room, session)
    tellArrival(room, session)
  }
  attachJoiningSession(room, session)
  return session
}

/** A paid session has connected: paid time starts or goes on. */
export const sessionConnected = (
  room: ChatRoomState,
  session: ChatSession,
  connection: string,
  now: number,
): void => {
  session.connection = connection
  const { id, mode } = session
  if (mode === "free" || session.ending !== null) return
  if (session.paid === null) {
    if (entryRefusal(room, session, now) !== null) {
      kickSession(room, session, "kicked", now)
      return
    }
    const isVip = mode === "vip"
    if (isVip && (room.accepted?.session !== session || now > session.connectBy)) {
      endSession(room, session, { reason: "default", how: "vipBroken" }, now)
      return
    }
    if (isVip) beginVip(room, session, now)
    const tariff = room.rules.tariffs[mode]
    const begun = withVisibility(beginPaidTime(tariff, now), isVisible(room, session, now), now)
    // The held credits pay for the first interval.
    session.paid = isVip ? withIntervalPaid(begun) : begun
    session.unshownCountedTo = now
    if (session.call === null) {
      room.tell(session, "custom", {
        session: id,
        name: "paid-time-started",
        data: { mode, creditsPerMinute: tariff.creditsPerMinute },
      })
    }
    tellArrival(room, session)
    if (isVip) tellCharged(room, session, now)
    requestDuePayment(room, session, now)
  } else {
    // Charges that were told while the connection was lost reached nobody.
    tellCharged(room, session, now)
    for (const event of session.undelivered.splice(0)) room.put(event)
  }
  room.tell(session, "chat-switch", { session: id, mode: room.mode })
  room.tell(session, "updated-members", { session: id, ...memberList(room) })
  const { messagePrice, toySecondsPerLevel } = room.rules
  const { hasToy } = room.host
  const settings = { messagePrice, hasToy, toySecondsPerLevel }
  room.tell(session, "updated-settings", { session: id, ...settings })
  tellVideoAgain(room, session)
}

/** The connection closed; the session waits for a new one until it has been silent for too long. */
export const connectionLost = (room: ChatRoomState, connection: string): void => {
  for (const session of room.sessions.values()) {
    if (session.connection === connection) session.connection = null
  }
}
