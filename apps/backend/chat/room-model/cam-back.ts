/**
 * A viewer's own camera, which is for her and for nobody else: on and off by the viewer, and off by her.
 *
 * Invariant: what carries a camera is cut when it is over, whoever ends it.
 */
import type { Refused } from "../../http/refused.ts"
import { isThere, type Session } from "./session.ts"
import { refused, whyNotNow } from "./refusals.ts"
import type { RoomState } from "./room-state.ts"

const beginCamBack = (room: RoomState, session: Session): void => {
  if (session.camBack) return
  session.camBack = true
  const { id, nickname } = session
  room.tellHost({ _tag: "CamBack", session: id, nickname, isOn: true })
}

const cutCamBack = (room: RoomState, session: Session): void => {
  session.camBack = false
  room.put({ _tag: "CutCamBack", session })
}

export const endCamBack = (room: RoomState, session: Session): void => {
  if (!session.camBack) return
  const { id, nickname } = session
  cutCamBack(room, session)
  room.tellHost({ _tag: "CamBack", session: id, nickname, isOn: false })
}

/** Said again it changes nothing, and an end is answered all the same. */
export const setCamBack = (room: RoomState, session: Session, isOn: boolean): void => {
  if (session.mode === "free" || !isThere(session)) return
  if (isOn) beginCamBack(room, session)
  else {
    endCamBack(room, session)
    room.tell(session, "camback-stopped", { session: session.id })
  }
}

/** She looks no more, whatever the viewer's page does. */
export const hostEndsCamBack = (room: RoomState, session: Session): void => {
  if (!session.camBack) return
  const { id, nickname } = session
  room.tell(session, "stop-camback", { session: id })
  cutCamBack(room, session)
  room.tellHost({ _tag: "CamBackEnded", session: id, nickname })
  room.tell(session, "camback-stopped", { session: id })
}

/** Whether this session shows its viewer's own camera now. */
export const showsCamera = (session: Session): boolean => isThere(session) && session.camBack

/** Why the camera of this session may not be published now; null where it may. */
export const whyNoCamBack = (session: Session, now: number): Refused | null =>
  whyNotNow(session, now) ?? (showsCamera(session) ? null : refused("camBackOff"))
