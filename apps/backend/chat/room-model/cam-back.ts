/**
 * A viewer's own camera, which only the performer sees: on and off by the viewer, and off by her.
 *
 * Invariant: the camera's connections are cut when it ends, whoever ends it.
 */
import type { Refused } from "../../http/refused.ts"
import { isPresent, type ChatSession } from "./chat-session.ts"
import { roomRefused, actionRefusal } from "./refusals.ts"
import type { ChatRoomState } from "./chat-room-state.ts"

const beginCamBack = (room: ChatRoomState, session: ChatSession): void => {
  if (session.camBack) return
  session.camBack = true
  const { id, nickname } = session
  room.tellHost({ _tag: "CamBack", session: id, nickname, isOn: true })
}

const cutCamBack = (room: ChatRoomState, session: ChatSession): void => {
  session.camBack = false
  room.put({ _tag: "CutCamBack", session })
}

export const endCamBack = (room: ChatRoomState, session: ChatSession): void => {
  if (!session.camBack) return
  const { id, nickname } = session
  cutCamBack(room, session)
  room.tellHost({ _tag: "CamBack", session: id, nickname, isOn: false })
}

/** Idempotent; a request to end it is always answered. */
export const setCamBack = (room: ChatRoomState, session: ChatSession, isOn: boolean): void => {
  if (session.mode === "free" || session.call !== null || !isPresent(session)) return
  if (isOn) beginCamBack(room, session)
  else {
    endCamBack(room, session)
    room.tell(session, "camback-stopped", { session: session.id })
  }
}

/** The performer ends it. */
export const hostEndsCamBack = (room: ChatRoomState, session: ChatSession): void => {
  if (!session.camBack) return
  const { id, nickname } = session
  room.tell(session, "stop-camback", { session: id })
  cutCamBack(room, session)
  room.tellHost({ _tag: "CamBackEnded", session: id, nickname })
  room.tell(session, "camback-stopped", { session: id })
}

/** Whether this session's camera is on. */
export const isCameraShown = (session: ChatSession): boolean =>
  isPresent(session) && session.camBack

/** Null: the camera of this session may be published now. */
export const camBackRefusal = (session: ChatSession, now: number): Refused | null =>
  actionRefusal(session, now) ??
  (session.call !== null
    ? roomRefused("membersOnly")
    : isCameraShown(session)
      ? null
      : roomRefused("camBackOff"))
