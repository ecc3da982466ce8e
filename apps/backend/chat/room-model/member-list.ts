/**
 * Who is there, by name: told one by one in a small room, and as a list to all once in a while.
 *
 * Invariant: whoever goes on from one session to the next is there once.
 */
import type { Accounts } from "@foldcast/contracts/upstream/chat-service"
import { accountsOf } from "./name-accounts.ts"
import type { ChatSession } from "./chat-session.ts"
import type { ChatRoomState } from "./chat-room-state.ts"

/** Names told at once; of a bigger room only how many there are. */
const MEMBERS_TOLD = 50
/** Milliseconds between two lists of who is there. */
const LIST_EVERY_MS = 1_000

export interface MemberList {
  readonly count: number
  readonly members: ReadonlyArray<string>
  readonly accounts: Accounts
}

export const memberList = (room: ChatRoomState): MemberList => {
  const members = new Map<string, ChatSession>()
  for (const session of room.sessions.values()) {
    if (members.size === MEMBERS_TOLD) break
    members.set(session.nickname, session)
  }
  // Hers is among the names too.
  const count = room.names.size - 1
  return { count, members: [...members.keys()], accounts: accountsOf(...members.values()) }
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

/** Tells the list where it has changed and the last one is old enough. */
export const tickList = (room: ChatRoomState, now: number): void => {
  if (!room.isListDue || now - room.listedAt < LIST_EVERY_MS) return
  room.isListDue = false
  room.listedAt = now
  room.tell("all", "updated-members", memberList(room))
}
