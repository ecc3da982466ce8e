/**
 * What becomes of the moving picture: when one is wanted, what follows where it ends, how long nothing may be seen.
 * Pure.
 */
import { isPaidFor } from "@foldcast/folds/paid-for"
import { BLACK_AFTER_MS } from "@foldcast/contracts/chat-rules"
import type { PictureState } from "@foldcast/contracts/client-facts/picture-state"
import type { PlayerFailureCode } from "@foldcast/contracts/player-failure"
import type { RoomState } from "@foldcast/folds/room-state"
import { isWorthRepeating, type MediaEnd, nextTry, type NextTry, triesAfter } from "./media-end.ts"

export type Phase =
  /** There is none to be had. */
  | { readonly _tag: "None" }
  /** `tries`: how often it was tried again so far; `hadPicture`: whether there was one before. */
  | { readonly _tag: "Connecting"; readonly tries: number; readonly hadPicture: boolean }
  /** Frames have come; `since` in milliseconds. */
  | { readonly _tag: "Playing"; readonly tries: number; readonly since: number }
  /** The gateway says that there is nothing to see now: the next fact that there is asks again. */
  | { readonly _tag: "Absent" }
  /** Once stopped, a press tries again. */
  | (NextTry & { readonly hadPicture: boolean })
  /** This browser cannot show it. */
  | { readonly _tag: "Unplayable" }

export const NO_PICTURE: Phase = { _tag: "None" }
export const FIRST_TRY: Phase = { _tag: "Connecting", tries: 0, hadPicture: false }
export const UNPLAYABLE: Phase = { _tag: "Unplayable" }

interface Before {
  readonly tries: number
  readonly hadPicture: boolean
}

const again = ({ tries, hadPicture }: Before, random: number, atLeastMs: number): Phase => ({
  ...nextTry(tries, random, atLeastMs),
  hadPicture,
})

const beforeIt = (phase: Phase, now: number): Before => {
  switch (phase._tag) {
    case "Playing":
      return { tries: triesAfter(phase.tries, now - phase.since), hadPicture: true }
    case "Connecting":
      return phase
    case "None":
    case "Waiting":
    case "Absent":
    case "Stopped":
    case "Unplayable":
      return { tries: 0, hadPicture: false }
  }
}

export const afterEnd = (phase: Phase, end: MediaEnd, now: number, random: number): Phase => {
  switch (end._tag) {
    case "Closed":
      return NO_PICTURE
    case "Lost":
      return again(beforeIt(phase, now), random, 0)
    case "Refused": {
      const { status, retryAfterMs } = end
      if (status === 404) return { _tag: "Absent" }
      if (status === 406) return UNPLAYABLE
      const before = beforeIt(phase, now)
      return isWorthRepeating(status)
        ? again(before, random, retryAfterMs)
        : { _tag: "Stopped", hadPicture: before.hadPicture }
    }
  }
}

/** Why there is no picture where one is wanted; null where it still may come, or there is none to be had. */
export const failureOf = (phase: Phase): PlayerFailureCode | null => {
  if (phase._tag === "Unplayable") return "notPlayable"
  if (phase._tag !== "Stopped") return null
  return phase.hadPicture ? "connectionLost" : "noConnection"
}

/** What the log is told of it; null: there is nothing to tell. */
export const pictureStateOf = (phase: Phase, isStalled: boolean): PictureState | null => {
  switch (phase._tag) {
    case "None":
      return null
    case "Playing":
      return isStalled ? "stalled" : "playing"
    case "Connecting":
      return phase.tries > 0 ? "retrying" : null
    case "Waiting":
      return "retrying"
    case "Absent":
      return "absent"
    case "Stopped":
    case "Unplayable":
      return failureOf(phase)
  }
}

/** Whether a fact that there is a picture begins again what had come to its end. */
export const asksAgain = ({ _tag }: Phase): boolean => _tag === "Absent" || _tag === "Stopped"

export const STALLED_MS = 500
/** Where an engine cut the session, nothing else tells of it for half a minute. */
const SILENT_MS = 8_000

/** Whether what moved then, in milliseconds, counts as seen; null: nothing moved yet. */
export const isSeenAt = (at: number | null, now: number): boolean =>
  at !== null && now - at < BLACK_AFTER_MS

export type Silence = "none" | "stalled" | "lost"

/** What it means that no frame was seen for so long. */
export const silenceOf = (ms: number): Silence => {
  if (ms >= SILENT_MS) return "lost"
  return ms >= STALLED_MS ? "stalled" : "none"
}

/** Why this visitor could not see what they would pay for. */
export type PictureBar =
  /** This browser shows no moving picture at all. */
  | "browser"
  /** Nor any that comes in this form. */
  | "form"
  /** It did not come, however often it was tried: over this network, or now. */
  | "network"
  /** It did not come yet, and is being tried again. */
  | "untilItComes"

/** By what the browser can do, and by what it plays; null where nothing speaks against it. Stills by choice do not. */
export const pictureBar = (canWatch: boolean, phase: Phase): PictureBar | null => {
  if (!canWatch) return "browser"
  switch (phase._tag) {
    case "Unplayable":
      return "form"
    case "Stopped":
      return "network"
    case "Connecting":
    case "Waiting":
      return phase.tries > 0 && !phase.hadPicture ? "untilItComes" : null
    case "None":
    case "Playing":
    case "Absent":
      return null
  }
}

/** Whether stills are wanted in place of the moving picture: never of what is paid for, which has none. */
export const isLessDataHere = (room: RoomState | null, isLessData: boolean): boolean =>
  isLessData && !isPaidFor(room)

/** Whose picture is wanted; null where none is. Another value is another session. */
export const wantedPicture = (room: RoomState | null, isLessData: boolean): string | null => {
  if (room === null || room.presence._tag !== "Inside") return null
  if (isLessDataHere(room, isLessData)) return null
  if (room.isInterrupted || room.player.video !== "available") return null
  const { mode, sessionId } = room.presence
  return `${room.performerId} ${mode} ${sessionId}`
}

/** Stills in place of the moving picture: the free picture's, or word that there are none of this one. */
export type StillPlan = "none" | "stills" | "noneHere"

/** Only where this visitor may see the free picture, and it does not come or is not wanted. */
export const stillPlan = (room: RoomState | null, phase: Phase, isLessData: boolean): StillPlan => {
  if (room === null || room.presence._tag !== "Inside" || room.isInterrupted) return "none"
  if (room.player.video !== "available") return "none"
  if (!isLessDataHere(room, isLessData) && failureOf(phase) === null) return "none"
  if (room.presence.mode !== "free") return "noneHere"
  return room.mode === "free" ? "stills" : "none"
}

/** Whether nothing is to be heard: the visitor turned it off, or the service says that it is not for them. */
export const isSilenced = ({ isMuted, player }: Pick<RoomState, "isMuted" | "player">): boolean =>
  isMuted || player.audio === "denied"

/** Whether there is sound to be had: stills have none. */
export const hasSound = ({ player }: Pick<RoomState, "player">, still: StillPlan): boolean =>
  still === "none" && player.audio !== "denied"

/** Whether there is a picture that is not for this visitor: the poster is blurred then. */
export const isCurtained = ({ presence, mode, player }: RoomState): boolean => {
  if (player.video !== "denied") return false
  if (presence._tag === "Ended") return presence.why === "vip_started"
  return (
    presence._tag === "Inside" && presence.mode === "free" && (mode === "chat" || mode === "vip")
  )
}
