/**
 * A viewer's own camera, which is for her and for nobody else: on and off by the viewer, and off by her.
 *
 * Invariant: what carries a camera is cut when it is over, whoever ends it.
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

/** Said again it changes nothing, and an end is answered all the same. */
export const setCamBack = (room: ChatRoomState, session: ChatSession, isOn: boolean): void => {
  if (session.mode === "free" || !isPresent(session)) return
  if (isOn) beginCamBack(room, session)
  else {
    endCamBack(room, session)
    room.tell(session, "camback-stopped", { session: session.id })
  }
}

/** She looks no more, whatever the viewer's page does. */
export const hostEndsCamBack = (room: ChatRoomState, session: ChatSession): void => {
  if (!session.camBack) return
  const { id, nickname } = session
  room.tell(session, "stop-camback", { session: id })
  cutCamBack(room, session)
  room.tellHost({ _tag: "CamBackEnded", session: id, nickname })
  room.tell(session, "camback-stopped", { session: id })
}

/** Whether this session shows its viewer's own camera now. */
export const isCameraShown = (session: ChatSession): boolean =>
  isPresent(session) && session.camBack

/** Why the camera of this session may not be published now; null where it may. */
export const camBackRefusal = (session: ChatSession, now: number): Refused | null =>
  actionRefusal(session, now) ?? (isCameraShown(session) ? null : roomRefused("camBackOff"))
