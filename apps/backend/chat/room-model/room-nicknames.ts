/**
 * Nicknames in a room: which are taken, and changing one's own. Names outside the room, and of who enters, are
 * checked by room-service/entry-name.ts.
 *
 * Invariant: no two people have the same or look-alike nicknames, and nobody has the performer's.
 */
import { looksLikeHost } from "@foldcast/rules/names/look-alike"
import { nameFault, nicknameFault, trimmedNickname } from "@foldcast/rules/names/nickname"
import { badRequest, type Refused } from "../../http/refused.ts"
import { accountsOf } from "./name-accounts.ts"
import { availableName, nicknameKey } from "./nicknames.ts"
import type { ChatSession } from "./chat-session.ts"
import { chatNotStarted, roomRefused, actionRefusal } from "./refusals.ts"
import type { ChatRoomState } from "./chat-room-state.ts"

const isTaken = (room: ChatRoomState, name: string): boolean => room.names.has(nicknameKey(name))

/** `fault`: its label. */
export const nicknameRefused = (fault: string): Refused =>
  badRequest(fault, [{ field: "newNickname", label: fault }])

const isBelieved = (room: ChatRoomState, name: string): boolean =>
  looksLikeHost(name, room.host.name) || nameFault(name, room.rules.brands) === "forbidden"

/** The number is part of the look: `Foldcas7` is refused, however many are called `Foldcas`. */
export const nicknameFor = (room: ChatRoomState, wanted: string): string => {
  const isFit = !isBelieved(room, wanted)
  return availableName(wanted, (name) => isTaken(room, name) || (isFit && isBelieved(room, name)))
}

export const takeName = (room: ChatRoomState, nickname: string): void => {
  room.names.add(nicknameKey(nickname))
}

/** Frees the name, unless another session of the same person uses it. */
export const releaseName = (room: ChatRoomState, nickname: string): void => {
  const key = nicknameKey(nickname)
  const isKept = room.all().some((other) => nicknameKey(other.nickname) === key)
  if (!isKept) room.names.delete(key)
}

/** The typed name, if it is acceptable. */
export const checkedNickname = (
  room: ChatRoomState,
  session: ChatSession,
  typed: string,
  now: number,
): string | Refused => {
  const not = actionRefusal(session, now, session.limits.renames)
  if (not !== null) return not
  const fault = nicknameFault(typed, room.rules.brands)
  if (fault !== null) return nicknameRefused(fault)
  const name = trimmedNickname(typed)
  if (looksLikeHost(name, room.host.name)) return nicknameRefused("lookalike")
  return room.rules.isMuted(name) ? roomRefused("messageMuted") : name
}

export const changeNickname = (
  room: ChatRoomState,
  session: ChatSession,
  name: string,
): Refused | null => {
  if (session.ending !== null) return chatNotStarted()
  const from = session.nickname
  if (nicknameKey(name) !== nicknameKey(from) && isTaken(room, name)) {
    return roomRefused("nicknameTaken")
  }
  session.nickname = name
  session.limits.chosenName = name
  releaseName(room, from)
  takeName(room, name)
  room.tell("all", "nickname-changed", {
    from,
    to: name,
    accounts: accountsOf({ nickname: from, memberId: session.memberId }),
  })
  room.tellHost({ _tag: "Renamed", from, to: name })
  return null
}
