/**
 * What becomes of the moving picture: when one is wanted, what follows where it ends, how long nothing may be
 * seen. Callers: picture-keeper.ts, picture-reporter.ts, use-room-picture.ts, the players. Pure.
 */
import type { PictureState } from "@foldcast/contracts/client-facts/picture-state"
import type { PlayerFailure } from "@foldcast/contracts/player-failure"
import type { RoomState } from "@foldcast/folds/room-state"

/** How a session of watching ended (whep-session.ts). */
export type WatchEnd =
  /** By this document itself. */
  | { readonly _tag: "Closed" }
  /** It was under way, or nobody answered. */
  | { readonly _tag: "Lost" }
  | {
      readonly _tag: "Refused"
      readonly status: number
      /** As `Retry-After` said it; 0 where it said nothing. */
      readonly retryAfterMs: number
    }

export type Phase =
  /** There is none to be had. */
  | { readonly _tag: "None" }
  /** `tries`: how often it was tried again so far; `hadPicture`: whether there was one before. */
  | { readonly _tag: "Connecting"; readonly tries: number; readonly hadPicture: boolean }
  /** Frames have come; `since` in milliseconds. */
  | { readonly _tag: "Playing"; readonly tries: number; readonly since: number }
  | {
      readonly _tag: "Waiting"
      readonly tries: number
      readonly hadPicture: boolean
      readonly waitMs: number
    }
  /** The gateway says that there is nothing to see now: the next fact that there is asks again. */
  | { readonly _tag: "Absent" }
  /** Tried often enough: a press tries again. */
  | { readonly _tag: "Stopped"; readonly hadPicture: boolean }
  /** This browser cannot show it. */
  | { readonly _tag: "Unplayable" }

export const NO_PICTURE: Phase = { _tag: "None" }
export const FIRST_TRY: Phase = { _tag: "Connecting", tries: 0, hadPicture: false }
export const UNPLAYABLE: Phase = { _tag: "Unplayable" }

const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000] as const
const LONGEST_WAIT_MS = 60_000
/** After so long it is no longer one try after another. */
const STEADY_MS = 10_000

/** Up to a quarter less or more, so that not everybody comes at once. `random` is in [0, 1). */
const waitOf = (baseMs: number, random: number, atLeastMs: number): number =>
  Math.min(LONGEST_WAIT_MS, Math.max(atLeastMs, Math.round(baseMs * (0.75 + random / 2))))

interface Before {
  readonly tries: number
  readonly hadPicture: boolean
}

const again = ({ tries, hadPicture }: Before, random: number, atLeastMs: number): Phase => {
  const baseMs = WAITS_MS[tries]
  return baseMs === undefined
    ? { _tag: "Stopped", hadPicture }
    : { _tag: "Waiting", tries: tries + 1, hadPicture, waitMs: waitOf(baseMs, random, atLeastMs) }
}

const beforeIt = (phase: Phase, now: number): Before => {
  switch (phase._tag) {
    case "Playing":
      return { tries: now - phase.since >= STEADY_MS ? 0 : phase.tries, hadPicture: true }
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

/** Too many requests, or a service that does not answer: later it may be otherwise. */
const isWorthRepeating = (status: number): boolean => status === 429 || status >= 500

export const afterEnd = (phase: Phase, end: WatchEnd, now: number, random: number): Phase => {
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
export const failureOf = (phase: Phase): PlayerFailure | null => {
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
