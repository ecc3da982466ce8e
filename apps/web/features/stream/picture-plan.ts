/**
 * What becomes of the moving picture: when one is wanted, what follows where it ends, how long nothing may be
 * seen. Callers: picture-keeper.ts, use-picture.ts, the player. Pure.
 */
import type { RoomState } from "@foldcast/folds/room-state"
import { isWorthRepeating, type MediaEnd, nextTry, type NextTry, triesAfter } from "./media-end.ts"

export type Phase =
  /** There is none to be had. */
  | { readonly _tag: "None" }
  /** `tries`: how often it was tried again so far. */
  | { readonly _tag: "Connecting"; readonly tries: number }
  /** Frames have come; `since` in milliseconds. */
  | { readonly _tag: "Playing"; readonly tries: number; readonly since: number }
  /** The gateway says that there is nothing to see now: the next fact that there is asks again. */
  | { readonly _tag: "Absent" }
  /** Once stopped, a press tries again. */
  | NextTry
  /** This browser cannot show it. */
  | { readonly _tag: "Unplayable" }

export const NO_PICTURE: Phase = { _tag: "None" }
export const FIRST_TRY: Phase = { _tag: "Connecting", tries: 0 }
export const UNPLAYABLE: Phase = { _tag: "Unplayable" }

const triesOf = (phase: Phase, now: number): number => {
  if (phase._tag === "Playing") return triesAfter(phase.tries, now - phase.since)
  return phase._tag === "Connecting" ? phase.tries : 0
}

export const afterEnd = (phase: Phase, end: MediaEnd, now: number, random: number): Phase => {
  switch (end._tag) {
    case "Closed":
      return NO_PICTURE
    case "Lost":
      return nextTry(triesOf(phase, now), random, 0)
    case "Refused": {
      const { status, retryAfterMs } = end
      if (status === 404) return { _tag: "Absent" }
      if (status === 406) return UNPLAYABLE
      return isWorthRepeating(status)
        ? nextTry(triesOf(phase, now), random, retryAfterMs)
        : { _tag: "Stopped" }
    }
  }
}

/** Whether a fact that there is a picture begins again what had come to its end. */
export const asksAgain = ({ _tag }: Phase): boolean => _tag === "Absent" || _tag === "Stopped"

export const STALLED_MS = 500
/** Where an engine cut the session, nothing else tells of it for half a minute. */
const SILENT_MS = 8_000

export type Silence = "none" | "stalled" | "lost"

/** What it means that no frame was seen for so long. */
export const silenceOf = (ms: number): Silence => {
  if (ms >= SILENT_MS) return "lost"
  return ms >= STALLED_MS ? "stalled" : "none"
}

/** Whose picture is wanted; null where none is. Another value is another session. */
export const wantedPicture = (room: RoomState | null): string | null => {
  if (room === null || room.presence._tag !== "Inside") return null
  if (room.isInterrupted || room.player.video !== "available") return null
  const { mode, sessionId } = room.presence
  return `${room.performerId} ${mode} ${sessionId}`
}

/** Whether there is a picture that is not for this visitor: the still is blurred then. */
export const isCurtained = ({ presence, mode, player }: RoomState): boolean => {
  if (player.video !== "denied") return false
  if (presence._tag === "Ended") return presence.why === "vip_started"
  return (
    presence._tag === "Inside" && presence.mode === "free" && (mode === "chat" || mode === "vip")
  )
}
