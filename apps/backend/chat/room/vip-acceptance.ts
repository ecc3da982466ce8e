/**
 * Whom she has accepted for VIP, from then until they have joined, and what the room is again when VIP is over. It
 * ends nobody's session.
 *
 * Callers: vip.ts, which accepts; entering.ts, ending.ts, host-moves.ts, room.ts. Invariant: one is accepted at a
 * time.
 */
import type { Session } from "../session.ts"
import { changeMode } from "./room-mode.ts"
import type { RoomState } from "./room-state.ts"

export const isAcceptedFor = (
  { accepted }: RoomState,
  memberId: string | null,
  now: number,
): boolean => accepted !== null && accepted.session.memberId === memberId && now <= accepted.until

/** Who was accepted and has not joined yet is let in no more. */
export const takeBackAcceptance = (room: RoomState): void => {
  if (room.accepted === null) return
  const { session } = room.accepted
  room.accepted = null
  room.tell(session, "vip-disconnect", { session: session.id })
}

/** Back to what she did before VIP, unless she has gone on herself. */
export const afterVip = (room: RoomState, now: number): void => {
  if (room.mode === "vip") changeMode(room, room.wasFree ? "free" : "chat", now)
}

/** A VIP session is over, and what comes next in the room is not: it may have begun already. */
export const vipEnded = (room: RoomState, { memberId, ending }: Session, now: number): void => {
  const isTheirs = room.accepted?.session.memberId === memberId
  // Where it was not joined yet, the same member joins it anew.
  if (isTheirs && ending?.reason !== "duplicate_session") room.accepted = null
  const isVip = ({ mode, ending: its }: Session) => mode === "vip" && its === null
  if (room.accepted === null && !room.all().some(isVip)) afterVip(room, now)
}

/** Who was accepted and has not joined in time has lost it. */
export const tickAcceptance = (room: RoomState, now: number): void => {
  if (room.accepted === null || now <= room.accepted.until) return
  takeBackAcceptance(room)
  afterVip(room, now)
}
