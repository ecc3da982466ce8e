/**
 * What people are called in a room: which names are taken, and changing one's own.
 *
 * Invariant: no two people have one name or names that look alike, and nobody has hers. Whose a name is elsewhere,
 * also of who enters, is not known here (room-service/entry-name.ts).
 */
import { looksLikeHost } from "@foldcast/rules/names/look-alike"
import { nameFault, nicknameFault, trimmedNickname } from "@foldcast/rules/names/nickname"
import { badRequest, type Refused } from "../../http/refused.ts"
import { accountsOf } from "./name-accounts.ts"
import { freeName, nicknameKey } from "./nicknames.ts"
import type { Session } from "./session.ts"
import { chatNotStarted, refused, whyNotNow } from "./refusals.ts"
import type { RoomState } from "./room-state.ts"

const isTaken = (room: RoomState, name: string): boolean => room.names.has(nicknameKey(name))

/** What is wrong with the typed name, by its label. */
export const badName = (fault: string): Refused =>
  badRequest(fault, [{ field: "newNickname", label: fault }])

const isBelieved = (room: RoomState, name: string): boolean =>
  looksLikeHost(name, room.host.name) || nameFault(name, room.rules.brands) === "forbidden"

/** The number behind a name is part of its look: `Foldcas7` is nobody's name, however many are called `Foldcas`. */
export const nameFor = (room: RoomState, wanted: string): string => {
  const isFit = !isBelieved(room, wanted)
  return freeName(wanted, (name) => isTaken(room, name) || (isFit && isBelieved(room, name)))
}

export const takeName = (room: RoomState, nickname: string): void => {
  room.names.add(nicknameKey(nickname))
}

/** Free for somebody else, unless another session of the same person has it. */
export const letGoOfName = (room: RoomState, nickname: string): void => {
  const key = nicknameKey(nickname)
  const isKept = room.all().some((other) => nicknameKey(other.nickname) === key)
  if (!isKept) room.names.delete(key)
}

/** The name that was typed, where it is one. */
export const typedName = (
  room: RoomState,
  session: Session,
  typed: string,
  now: number,
): string | Refused => {
  const not = whyNotNow(session, now, session.limits.renames)
  if (not !== null) return not
  const fault = nicknameFault(typed, room.rules.brands)
  if (fault !== null) return badName(fault)
  const name = trimmedNickname(typed)
  if (looksLikeHost(name, room.host.name)) return badName("lookalike")
  return room.rules.isMuted(name) ? refused("messageMuted") : name
}

export const rename = (room: RoomState, session: Session, name: string): Refused | null => {
  if (session.ending !== null) return chatNotStarted()
  const from = session.nickname
  if (nicknameKey(name) !== nicknameKey(from) && isTaken(room, name)) {
    return refused("nicknameTaken")
  }
  session.nickname = name
  session.limits.chosenName = name
  letGoOfName(room, from)
  takeName(room, name)
  room.tell("all", "nickname-changed", {
    from,
    to: name,
    accounts: accountsOf({ nickname: from, memberId: session.memberId }),
  })
  room.tellHost({ _tag: "Renamed", from, to: name })
  return null
}
