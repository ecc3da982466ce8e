/**
 * Who sees the performer: whether there is video of her, which sessions may watch it in the present mode, and what
 * they are told when that changes.
 *
 * Invariants: `session.toldMayWatch` is what a session was told last; the video of a session that may not watch any
 * more is cut; paid time runs only while there is video and it reaches the viewer.
 */
import { BLACK_AFTER_MS } from "@foldcast/contracts/chat-rules"
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import type { Refused } from "../../http/refused.ts"
import { withVisibility } from "./paid-time.ts"
import { isPresent, type ChatSession } from "./chat-session.ts"
import { roomRefused, actionRefusal } from "./refusals.ts"
import type { ChatRoomState } from "./chat-room-state.ts"
import { tellCharged } from "./charge-notice.ts"

/** Free viewers watch in free chat only, private viewers also while free chat is off, VIP viewers in VIP. */
const isFor = (session: Pick<ChatSession, "mode">, mode: UpstreamRoomMode): boolean => {
  switch (session.mode) {
    case "free":
      return mode === "free"
    case "chat":
      return mode === "free" || mode === "chat"
    case "vip":
      return mode === "vip"
  }
}

/** How long there has been no video, in milliseconds; 0 while there is video, and at a service without any. */
export const msWithoutVideo = ({ hasVideo, videoSince }: ChatRoomState, now: number): number =>
  hasVideo === false ? now - videoSince : 0

/** Whether there is video for this session. A short interruption counts as video. */
const isToBeSeen = (room: ChatRoomState, session: ChatSession, now: number): boolean =>
  isFor(session, room.mode) && msWithoutVideo(room, now) < BLACK_AFTER_MS

/** Whether there is video that does not reach this viewer, as their client reports. */
export const isPictureMissing = (room: ChatRoomState, session: ChatSession, now: number): boolean =>
  room.hasVideo !== null && !session.isShown && isToBeSeen(room, session, now)

/** Whether time runs for this session. */
export const isVisible = (room: ChatRoomState, session: ChatSession, now: number): boolean =>
  isToBeSeen(room, session, now) && !isPictureMissing(room, session, now)

/** Whether the room's mode lets this session see her, at a service without video too. */
export const isLetSee = ({ mode }: ChatRoomState, session: ChatSession): boolean =>
  isPresent(session) && isFor(session, mode)

export const mayWatch = (room: ChatRoomState, session: ChatSession): boolean =>
  room.hasVideo === true && isLetSee(room, session)

/** Null: this session may watch now. */
export const watchRefusal = (
  room: ChatRoomState,
  session: ChatSession,
  now: number,
): Refused | null =>
  actionRefusal(session, now) ?? (mayWatch(room, session) ? null : roomRefused("noPicture"))

const tellSound = (
  room: ChatRoomState,
  to: ChatSession | "lobby",
  about: { readonly session?: string },
  isAllowed: boolean,
): void => {
  room.tell(to, isAllowed && !room.isSilent ? "audio-available" : "audio-denied", about)
}

const tellSight = (
  room: ChatRoomState,
  to: ChatSession | "lobby",
  about: { readonly session?: string },
  isAllowed: boolean,
): void => {
  room.tell(to, isAllowed ? "video-available" : "video-denied", about)
  tellSound(room, to, about, isAllowed)
}

/** Tells a new connection the present state. */
export const tellVideoAgain = (room: ChatRoomState, session: ChatSession): void => {
  session.toldMayWatch = mayWatch(room, session)
  if (room.hasVideo !== null)
    tellSight(room, session, { session: session.id }, session.toldMayWatch)
}

export const stopVideo = (room: ChatRoomState, session: ChatSession): void => {
  if (!session.toldMayWatch) return
  session.toldMayWatch = false
  room.put({ _tag: "Cut", session })
}

const sightOf = (room: ChatRoomState, session: ChatSession): void => {
  const isAllowed = mayWatch(room, session)
  if (session.toldMayWatch === isAllowed) return
  if (isAllowed) session.toldMayWatch = true
  else stopVideo(room, session)
  if (session.mode !== "free") tellSight(room, session, { session: session.id }, isAllowed)
}

const visibilityOf = (room: ChatRoomState, session: ChatSession, now: number): void => {
  const visible = isVisible(room, session, now)
  if (session.paid === null || session.paid.isVisible === visible) return
  session.paid = withVisibility(session.paid, visible, now)
  tellCharged(room, session, now)
}

/** Paid time stops or goes on from now, and paying viewers are told. */
export const updatePaidTime = (room: ChatRoomState, now: number): void => {
  for (const session of room.sessions.values()) visibilityOf(room, session, now)
}

/** The viewer's client reports that the video plays, or no longer. */
export const setPictureShown = (
  room: ChatRoomState,
  session: ChatSession,
  isShown: boolean,
  now: number,
): void => {
  session.isShown = isShown
  visibilityOf(room, session, now)
}

/** Tells who may watch from now on and who may not any more, and cuts the latter. */
export const updateVideoAccess = (room: ChatRoomState): void => {
  const lobbySees = room.hasVideo === true && room.mode === "free"
  if (room.lobbySees !== lobbySees) {
    room.lobbySees = lobbySees
    tellSight(room, "lobby", {}, lobbySees)
  }
  for (const session of room.sessions.values()) sightOf(room, session)
}

/** Video of her came or went. */
export const setVideo = (room: ChatRoomState, hasVideo: boolean | null, now: number): void => {
  if (room.hasVideo === hasVideo) return
  room.hasVideo = hasVideo
  room.videoSince = now
  updatePaidTime(room, now)
  updateVideoAccess(room)
}

/** Tells everybody who sees her now. */
const tellWhoSees = (room: ChatRoomState, tell: typeof tellSight): void => {
  if (room.lobbySees) tell(room, "lobby", {}, true)
  for (const session of room.sessions.values()) {
    if (session.toldMayWatch && session.mode !== "free")
      tell(room, session, { session: session.id }, true)
  }
}

/** The media engine restarted: clients that gave up try again. */
export const tellVideoRestarted = (room: ChatRoomState): void => tellWhoSees(room, tellSight)

/** Her video has no sound from now on, or has it again. */
export const setSilent = (room: ChatRoomState, isSilent: boolean): void => {
  if (room.isSilent === isSilent) return
  room.isSilent = isSilent
  tellWhoSees(room, tellSound)
}
