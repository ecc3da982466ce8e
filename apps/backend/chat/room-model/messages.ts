/**
 * What is said in a room, by viewers and by her, and who hears it.
 *
 * Invariant: what is for those who pay is heard by nobody who watches free, or whose session is ending.
 */
import type { SentMessageType } from "@foldcast/contracts/upstream/chat-service"
import type { ChatEventPayload } from "@foldcast/contracts/upstream/chat-socket"
import { badRequest, type Refused } from "../../http/refused.ts"
import { accountsOf } from "./name-accounts.ts"
import { isThere, type Session } from "./session.ts"
import { isMessage, spokenText } from "./spoken-text.ts"
import { nothingToSee, refused, whyNotNow } from "./refusals.ts"
import { isFreeChatOff } from "./room-mode.ts"
import type { RoomState } from "./room-state.ts"

export interface Said {
  readonly id: string
  readonly typed: string
  readonly type: SentMessageType
}

/** `to`: null for whoever she speaks with. */
export interface SaidByHost {
  readonly id: string
  readonly typed: string
  readonly to: Session | null
}

const tellTalking = (
  room: RoomState,
  message: ChatEventPayload<"message">,
  isForAll: boolean,
): void => {
  if (isForAll) {
    room.tell("all", "message", message)
    return
  }
  for (const session of room.sessions.values()) {
    if (session.mode !== "free" && isThere(session))
      room.tell(session, "message", { session: session.id, ...message })
  }
}

export const say = (
  room: RoomState,
  session: Session,
  given: Said,
  now: number,
): Refused | null => {
  const not = whyNotNow(session, now, session.limits.messages)
  if (not !== null) return not
  const message = spokenText(given.typed)
  const unseen = nothingToSee(given.typed)
  if (unseen !== null) return unseen
  if (!isMessage(message)) return badRequest("body", [{ field: "message", label: "malformed" }])
  if (room.rules.isMuted(message)) return refused("messageMuted")
  if (room.mode === "offline") return refused("performerOffline")
  const { id: from, nickname, lang } = session
  const isPrivate = given.type === "host"
  const isForAll = !isFreeChatOff(room)
  if (!isPrivate && session.mode === "free" && !isForAll) return refused("freeChatOff")
  const accounts = accountsOf(session)
  const told = { id: given.id, from: nickname, message, messageType: "member", accounts } as const
  if (isPrivate) room.tell(session, "message", { session: from, ...told, recipient: "host" })
  else tellTalking(room, { ...told, recipient: "room" }, isForAll)
  room.tellHost({ _tag: "Said", session: from, nickname, message, isPrivate, lang })
  return null
}

/** False where it reaches nobody: no such session, or no text. */
export const hostSays = (room: RoomState, { id, typed, to }: SaidByHost): boolean => {
  const message = spokenText(typed)
  if (!isMessage(message)) return false
  const told = {
    id,
    from: room.host.name,
    message,
    messageType: "host",
    accounts: accountsOf(),
  } as const
  if (to !== null && !room.sessions.has(to.id)) return false
  // In VIP she speaks with whom she is alone with; otherwise those who watch hear that she is there.
  if (to === null) tellTalking(room, { ...told, recipient: "room" }, room.mode !== "vip")
  else {
    const messageType = to.mode === "vip" ? "vip" : "host"
    room.tell(to, "message", {
      session: to.id,
      ...told,
      messageType,
      recipient: to.nickname,
      accounts: accountsOf(to),
    })
  }
  return true
}

export const announce = (room: RoomState, id: string, message: string): void => {
  room.tell("all", "admin-message", { id, message: spokenText(message) })
}
