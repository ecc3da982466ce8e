/**
 * Messages in a room, by viewers and by the performer, and who receives them.
 *
 * Invariant: what is for paying viewers reaches no free viewer and no session that is ending.
 */
import type { SentMessageType } from "@foldcast/contracts/upstream/chat-service"
import type { ChatEventPayload } from "@foldcast/contracts/upstream/chat-socket"
import { badRequest, type Refused } from "../../http/refused.ts"
import { accountsOf } from "./name-accounts.ts"
import { isPresent, type ChatSession } from "./chat-session.ts"
import { isValidMessage, normalisedMessage } from "./message-text.ts"
import { invisibleTextRefusal, roomRefused, actionRefusal } from "./refusals.ts"
import { isFreeChatOff } from "./room-mode.ts"
import type { ChatRoomState } from "./chat-room-state.ts"

export interface ViewerMessage {
  readonly id: string
  readonly typed: string
  readonly type: SentMessageType
}

/** `to`: null for everybody she talks with. */
export interface HostMessage {
  readonly id: string
  readonly typed: string
  readonly to: ChatSession | null
}

const tellTalking = (
  room: ChatRoomState,
  message: ChatEventPayload<"message">,
  isForAll: boolean,
): void => {
  if (isForAll) {
    room.tell("all", "message", message)
    return
  }
  for (const session of room.sessions.values()) {
    if (session.mode !== "free" && isPresent(session))
      room.tell(session, "message", { session: session.id, ...message })
  }
}

export const sendMessage = (
  room: ChatRoomState,
  session: ChatSession,
  given: ViewerMessage,
  now: number,
): Refused | null => {
  const not = actionRefusal(session, now, session.limits.messages)
  if (not !== null) return not
  const message = normalisedMessage(given.typed)
  const unseen = invisibleTextRefusal(given.typed)
  if (unseen !== null) return unseen
  if (!isValidMessage(message))
    return badRequest("body", [{ field: "message", label: "malformed" }])
  if (room.rules.isMuted(message)) return roomRefused("messageMuted")
  if (room.mode === "offline") return roomRefused("performerOffline")
  const { id: from, nickname, lang } = session
  const isPrivate = given.type === "host"
  const isForAll = !isFreeChatOff(room)
  if (!isPrivate && session.mode === "free" && !isForAll) return roomRefused("freeChatOff")
  const accounts = accountsOf(session)
  const told = { id: given.id, from: nickname, message, messageType: "member", accounts } as const
  if (isPrivate) room.tell(session, "message", { session: from, ...told, recipient: "host" })
  else tellTalking(room, { ...told, recipient: "room" }, isForAll)
  room.tellHost({ _tag: "Said", session: from, nickname, message, isPrivate, lang })
  return null
}

/** False where nobody receives it: no such session, or no text. */
export const sendHostMessage = (room: ChatRoomState, { id, typed, to }: HostMessage): boolean => {
  const message = normalisedMessage(typed)
  if (!isValidMessage(message)) return false
  const told = {
    id,
    from: room.host.name,
    message,
    messageType: "host",
    accounts: accountsOf(),
  } as const
  if (to !== null && !room.sessions.has(to.id)) return false
  // In VIP she talks with one viewer; otherwise free viewers receive it too.
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

export const sendAnnouncement = (room: ChatRoomState, id: string, message: string): void => {
  room.tell("all", "admin-message", { id, message: normalisedMessage(message) })
}
