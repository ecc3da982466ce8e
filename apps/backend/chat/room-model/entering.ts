/**
 * Coming into a room: who is let in, under which name, and what the connection of a paid session begins.
 *
 * Invariants: paid time begins with the session's connection, never before; whoever was sent out, or was not
 * accepted for VIP any more, is not let in by it.
 */
import type { Refused } from "../../http/refused.ts"
import { becomesVisible, beginPaidTime, paidOnce } from "./paid-time.ts"
import { type NewSession, newSession, type Session } from "./session.ts"
import { end, kick } from "./ending.ts"
import { arrived, memberList } from "./member-list.ts"
import { payDue } from "./paid-metering.ts"
import { refused } from "./refusals.ts"
import { nameFor, takeName } from "./room-nicknames.ts"
import type { RoomState } from "./room-state.ts"
import { isVisible, maySee, tellSightAnew } from "./visibility.ts"
import { tellCharged } from "./charge-notice.ts"
import { beginVip } from "./vip.ts"
import { acceptanceOf, joinedBy } from "./vip-acceptance.ts"

export type Person = Pick<Session, "limits" | "limitsOfBrowser">

/** Why this person is not let in at all now; null where they are. */
export const whyNotIn = (room: RoomState, person: Person, now: number): Refused | null => {
  const { limits, limitsOfBrowser } = person
  const isClosed = [limits, limitsOfBrowser].some((one) => one.closedFor(room.host.id, now) > 0)
  return isClosed ? refused("sentOut") : null
}

/** Why a paid session may not begin now; null where it may. */
export const whyNotPaid = (
  room: RoomState,
  mode: "chat" | "vip",
  memberId: string,
  now: number,
): Refused | null => {
  if (room.mode === "offline") return refused("performerOffline")
  if (mode === "vip")
    return acceptanceOf(room, memberId, now) === null ? refused("vipNotAccepted") : null
  return room.mode === "free" || room.mode === "chat" ? null : refused("performerBusy")
}

export const enter = (room: RoomState, given: NewSession): Session => {
  // Who goes on from one session to the next is called the same, also while both are there.
  const isKept = room.olderOf(given)?.nickname === given.nickname
  const nickname = isKept ? given.nickname : nameFor(room, given.nickname)
  const session = newSession({ ...given, nickname })
  room.sessions.set(session.id, session)
  takeName(room, session.nickname)
  if (session.mode === "free") {
    session.sees = maySee(room, session)
    arrived(room, session)
  }
  joinedBy(room, session)
  return session
}

/** The connection of a paid session is there: from here on it is paid for. */
export const connected = (
  room: RoomState,
  session: Session,
  connection: string,
  now: number,
): void => {
  session.connection = connection
  const { id, mode } = session
  if (mode === "free" || session.ending !== null) return
  if (session.paid === null) {
    if (whyNotIn(room, session, now) !== null) {
      kick(room, session, "kicked", now)
      return
    }
    const isVip = mode === "vip"
    if (isVip && (room.accepted?.session !== session || now > session.connectBy)) {
      end(room, session, { reason: "default", how: "vipBroken" }, now)
      return
    }
    if (isVip) beginVip(room, session, now)
    const tariff = room.rules.tariffs[mode]
    const begun = becomesVisible(beginPaidTime(tariff, now), isVisible(room, session, now), now)
    // What was held since it was accepted is its first interval.
    session.paid = isVip ? paidOnce(begun) : begun
    session.unshownCountedTo = now
    room.tell(session, "custom", {
      session: id,
      name: "paid-time-started",
      data: { mode, creditsPerMinute: tariff.creditsPerMinute },
    })
    arrived(room, session)
    if (isVip) tellCharged(room, session, now)
    payDue(room, session, now)
  } else {
    // What was told meanwhile was told to nobody.
    tellCharged(room, session, now)
    for (const event of session.untold.splice(0)) room.put(event)
  }
  room.tell(session, "chat-switch", { session: id, mode: room.mode })
  room.tell(session, "updated-members", { session: id, ...memberList(room) })
  const { messagePrice, toySecondsPerLevel } = room.rules
  const { hasToy } = room.host
  const settings = { messagePrice, hasToy, toySecondsPerLevel }
  room.tell(session, "updated-settings", { session: id, ...settings })
  tellSightAnew(room, session)
}

/** Its connection is gone; it may come back until it has been silent for too long. */
export const disconnected = (room: RoomState, connection: string): void => {
  for (const session of room.sessions.values()) {
    if (session.connection === connection) session.connection = null
  }
}
