/**
 * Whose accounts are behind the names in what the chat service tells of a room, so that the log seals what they
 * wrote with their own keys (ADR 0040). The service says it (UA58); where it does not, those who have a
 * session here are known by their names, which nobody else in the room has. Pure.
 */
import { MemberId } from "@foldcast/contracts/ids"
import type { Accounts } from "@foldcast/contracts/upstream/chat-service"
import { NO_WRITERS, writerOf, type Writers } from "../log/writer.ts"
import type { DecodedChatFrame } from "../upstream/frame.ts"
import type { RoomSession } from "./room-sessions.ts"

const told = (accounts: Accounts): Writers =>
  new Map(
    accounts.map(({ nickname, memberId }) => [nickname, writerOf(MemberId.make(String(memberId)))]),
  )

/** Null where the frame names nobody. */
const namesIn = (frame: DecodedChatFrame): ReadonlyArray<string> | null => {
  switch (frame.call) {
    case "message":
      return [frame.payload.from, frame.payload.recipient]
    case "tip":
    case "ft-tip":
    case "nickname-changed":
      return [frame.payload.from]
    case "member-connected":
    case "member-disconnected":
      return [frame.payload.member]
    case "updated-members":
      return frame.payload.members
    default:
      return null
  }
}

const inThisGateway = (
  names: ReadonlyArray<string>,
  sessions: ReadonlyArray<RoomSession>,
): Writers => {
  const wanted = new Set(names)
  return new Map(
    sessions.flatMap(({ nickname, member }) =>
      member !== null && wanted.has(nickname) ? [[nickname, writerOf(member)] as const] : [],
    ),
  )
}

/** `accounts`: as the service says them, or not; `sessions`: those who hear it here. */
export const writersNamed = (
  names: ReadonlyArray<string>,
  accounts: Accounts | undefined,
  sessions: ReadonlyArray<RoomSession>,
): Writers => (accounts === undefined ? inThisGateway(names, sessions) : told(accounts))

export const writersOf = (
  frame: DecodedChatFrame,
  sessions: ReadonlyArray<RoomSession>,
): Writers => {
  const names = namesIn(frame)
  if (names === null) return NO_WRITERS
  const accounts = "accounts" in frame.payload ? frame.payload.accounts : undefined
  return writersNamed(names, accounts, sessions)
}
