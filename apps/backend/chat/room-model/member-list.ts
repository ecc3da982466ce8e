/**
 * Who is in the room, by name, and how many of them watch: told one by one in a small room, and to everybody as a list
 * at intervals.
 *
 * Invariants: only who is let see her in the room's present mode counts as watching; somebody between two sessions is
 * listed and counted once.
 */
import type { Accounts } from "@foldcast/contracts/upstream/chat-service"
import { accountsOf } from "./name-accounts.ts"
import type { ChatSession } from "./chat-session.ts"
import type { ChatRoomState } from "./chat-room-state.ts"
import { isLetSee } from "./visibility.ts"

/** Names in one list; of a bigger room only the number is told. */
const MEMBERS_TOLD = 50
/** Milliseconds between two lists of who is there. */
const LIST_EVERY_MS = 1_000

export interface MemberList {
  /** How many watch. */
  readonly count: number
  readonly members: ReadonlyArray<string>
  readonly accounts: Accounts
}

export const memberList = (room: ChatRoomState): MemberList => {
  const members = new Map<string, ChatSession>()
  const watching = new Set<string>()
  for (const session of room.sessions.values()) {
    const { nickname } = session
    if (members.size < MEMBERS_TOLD) members.set(nickname, session)
    if (isLetSee(room, session)) watching.add(nickname)
  }
  const accounts = accountsOf(...members.values())
  return { count: watching.size, members: [...members.keys()], accounts }
}

/** The mode has changed, and with it who watches: the list is told at the next tick. */
export const listAnew = (room: ChatRoomState): void => {
  room.isListDue = true
  room.listedAt = Number.NEGATIVE_INFINITY
}

const changed = (
  room: ChatRoomState,
  name: "member-connected" | "member-disconnected",
  session: ChatSession,
): void => {
  room.isListDue = true
  if (room.sessions.size > MEMBERS_TOLD) return
  room.tell("all", name, { member: session.nickname, accounts: accountsOf(session) })
}

export const tellArrival = (room: ChatRoomState, session: ChatSession): void => {
  const { id, nickname, mode, memberId, lang } = session
  changed(room, "member-connected", session)
  const isGuest = memberId === null
  room.tellHost({ _tag: "Joined", session: id, nickname, mode, isGuest, lang })
}

export const tellDeparture = (room: ChatRoomState, session: ChatSession): void => {
  const { id, nickname } = session
  changed(room, "member-disconnected", session)
  room.tellHost({ _tag: "Left", session: id, nickname })
}

/**
 * Tells the list if it has changed and the last one is old enough. A closed room is told nothing more; a list that
 * became due before waits until the performer is back.
 */
export const tickList = (room: ChatRoomState, now: number): void => {
  if (room.mode === "offline") return
  if (!room.isListDue || now - room.listedAt < LIST_EVERY_MS) return
  room.isListDue = false
  room.listedAt = now
  room.tell("all", "updated-members", memberList(room))
}
