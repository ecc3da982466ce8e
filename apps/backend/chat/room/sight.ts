/**
 * Who sees the performer: whether there is a picture of her, for whom it is in what the room is now, and what they
 * are told when that changes.
 *
 * Invariants: `session.sees` is what a session was told last; whoever sees her no more is cut; paid time runs only
 * while there is something to see, and it is seen.
 */
import { BLACK_AFTER_MS } from "@foldcast/contracts/chat-rules"
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import type { Refused } from "../../http/refused.ts"
import { becomesVisible } from "../paid-time.ts"
import { isThere, type Session } from "../session.ts"
import { refused, whyNotNow } from "./refusals.ts"
import type { RoomState } from "./room-state.ts"
import { tellCharged } from "./tell-charged.ts"

/** Free viewers see her while free chat is on, who pays for chat also while it is off, VIP whoever is in it. */
const isFor = (session: Pick<Session, "mode">, mode: UpstreamRoomMode): boolean => {
  switch (session.mode) {
    case "free":
      return mode === "free"
    case "chat":
      return mode === "free" || mode === "chat"
    case "vip":
      return mode === "vip"
  }
}

/** Milliseconds for which there has been no picture; 0 where there is one, and at a service without any. */
export const blackMs = ({ hasVideo, videoSince }: RoomState, now: number): number =>
  hasVideo === false ? now - videoSince : 0

/** Whether there is anything for this session to see. A picture that is away for a moment is no reason. */
const isToBeSeen = (room: RoomState, session: Session, now: number): boolean =>
  isFor(session, room.mode) && blackMs(room, now) < BLACK_AFTER_MS

/** Whether there is a picture that does not reach this viewer, as their side says. */
export const isUnshown = (room: RoomState, session: Session, now: number): boolean =>
  room.hasVideo !== null && !session.isShown && isToBeSeen(room, session, now)

/** Whether this session sees anything that time runs for. */
export const isVisible = (room: RoomState, session: Session, now: number): boolean =>
  isToBeSeen(room, session, now) && !isUnshown(room, session, now)

export const maySee = ({ mode, hasVideo }: RoomState, session: Session): boolean =>
  hasVideo === true && isThere(session) && isFor(session, mode)

/** Why this session gets no picture now; null where it does. */
export const whyNoPicture = (room: RoomState, session: Session, now: number): Refused | null =>
  whyNotNow(session, now) ?? (maySee(room, session) ? null : refused("noPicture"))

const tellSound = (
  room: RoomState,
  to: Session | "lobby",
  about: { readonly session?: string },
  sees: boolean,
): void => {
  room.tell(to, sees && !room.isSilent ? "audio-available" : "audio-denied", about)
}

const tellSight = (
  room: RoomState,
  to: Session | "lobby",
  about: { readonly session?: string },
  sees: boolean,
): void => {
  room.tell(to, sees ? "video-available" : "video-denied", about)
  tellSound(room, to, about, sees)
}

/** Over a connection that is new it is told anew. */
export const tellSightAnew = (room: RoomState, session: Session): void => {
  session.sees = maySee(room, session)
  if (room.hasVideo !== null) tellSight(room, session, { session: session.id }, session.sees)
}

export const seesNoMore = (room: RoomState, session: Session): void => {
  if (!session.sees) return
  session.sees = false
  room.put({ _tag: "Cut", session })
}

const sightOf = (room: RoomState, session: Session): void => {
  const sees = maySee(room, session)
  if (session.sees === sees) return
  if (sees) session.sees = true
  else seesNoMore(room, session)
  if (session.mode !== "free") tellSight(room, session, { session: session.id }, sees)
}

const visibilityOf = (room: RoomState, session: Session, now: number): void => {
  const visible = isVisible(room, session, now)
  if (session.paid === null || session.paid.isVisible === visible) return
  session.paid = becomesVisible(session.paid, visible, now)
  tellCharged(room, session, now)
}

/** Paid time stands or runs on from now, and who pays is told. */
export const visibilityChanged = (room: RoomState, now: number): void => {
  for (const session of room.sessions.values()) visibilityOf(room, session, now)
}

/** The picture moves before this viewer from now on, or does not any more. */
export const setShown = (
  room: RoomState,
  session: Session,
  isShown: boolean,
  now: number,
): void => {
  session.isShown = isShown
  visibilityOf(room, session, now)
}

/** Tells who sees her from now on, and who does not any more; theirs is cut. */
export const sightChanged = (room: RoomState): void => {
  const lobbySees = room.hasVideo === true && room.mode === "free"
  if (room.lobbySees !== lobbySees) {
    room.lobbySees = lobbySees
    tellSight(room, "lobby", {}, lobbySees)
  }
  for (const session of room.sessions.values()) sightOf(room, session)
}

/** A picture of her came or went. */
export const setVideo = (room: RoomState, hasVideo: boolean | null, now: number): void => {
  if (room.hasVideo === hasVideo) return
  room.hasVideo = hasVideo
  room.videoSince = now
  visibilityChanged(room, now)
  sightChanged(room)
}

/** Tells everybody who sees her now. */
const tellWhoSees = (room: RoomState, tell: typeof tellSight): void => {
  if (room.lobbySees) tell(room, "lobby", {}, true)
  for (const session of room.sessions.values()) {
    if (session.sees && session.mode !== "free") tell(room, session, { session: session.id }, true)
  }
}

/** The engine that shows her began anew: whoever gave up on the one before asks again. */
export const videoAnew = (room: RoomState): void => tellWhoSees(room, tellSight)

/** What is seen comes without sound from now on, or with it. */
export const setSilent = (room: RoomState, isSilent: boolean): void => {
  if (room.isSilent === isSilent) return
  room.isSilent = isSilent
  tellWhoSees(room, tellSound)
}
