/**
 * Who is there, by name: told one by one in a small room, and as a list to all once in a while.
 *
 * Callers: entering.ts and ending.ts when somebody comes and goes, room.ts. Invariant: whoever goes on from one
 * session to the next is there once.
 */
import type { Session } from "../session.ts"
import type { RoomState } from "./room-state.ts"

/** Names told at once; of a bigger room only how many there are. */
const MEMBERS_TOLD = 50
/** Milliseconds between two lists of who is there. */
const LIST_EVERY_MS = 1_000

export interface MemberList {
  readonly count: number
  readonly members: ReadonlyArray<string>
}

export const memberList = (room: RoomState): MemberList => {
  const members = new Set<string>()
  for (const { nickname } of room.sessions.values()) {
    if (members.size === MEMBERS_TOLD) break
    members.add(nickname)
  }
  // Hers is among the names too.
  return { count: room.names.size - 1, members: [...members] }
}

const changed = (
  room: RoomState,
  name: "member-connected" | "member-disconnected",
  { nickname }: Session,
): void => {
  room.isListDue = true
  if (room.sessions.size <= MEMBERS_TOLD) room.tell("all", name, { member: nickname })
}

export const arrived = (room: RoomState, session: Session): void => {
  const { id, nickname, mode, memberId, lang } = session
  changed(room, "member-connected", session)
  const isGuest = memberId === null
  room.tellHost({ _tag: "Joined", session: id, nickname, mode, isGuest, lang })
}

export const departed = (room: RoomState, session: Session): void => {
  const { id, nickname } = session
  changed(room, "member-disconnected", session)
  room.tellHost({ _tag: "Left", session: id, nickname })
}

/** Tells the list where it has changed and the last one is old enough. */
export const tickList = (room: RoomState, now: number): void => {
  if (!room.isListDue || now - room.listedAt < LIST_EVERY_MS) return
  room.isListDue = false
  room.listedAt = now
  room.tell("all", "updated-members", memberList(room))
}
