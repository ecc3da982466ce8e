/**
 * The states of a room's video connection: when video is wanted, what follows the end of a session, how long no frame
 * may come. Pure.
 */
import { isPaidFor } from "@foldcast/folds/paid-for"
import { BLACK_AFTER_MS } from "@foldcast/contracts/chat-rules"
import type { PictureState } from "@foldcast/contracts/client-facts/picture-state"
import type { PlayerFailureCode } from "@foldcast/contracts/player-failure"
import type { RoomState } from "@foldcast/folds/room-state"
import {
  isRetryableStatus,
  type MediaSessionEnd,
  nextRetry,
  type RetryDecision,
  retriesAfter,
} from "./media-session-end.ts"

export type VideoPhase =
  /** No video is wanted. */
  | { readonly _tag: "None" }
  /** `tries`: retries so far; `hadPicture`: whether frames came in an earlier session. */
  | { readonly _tag: "Connecting"; readonly tries: number; readonly hadPicture: boolean }
  /** Frames have come; `since` in milliseconds. */
  | { readonly _tag: "Playing"; readonly tries: number; readonly since: number }
  /** The gateway has no video now: the next `VideoAvailable` connects again. */
  | { readonly _tag: "Absent" }
  /** Waiting for a retry, or stopped until the visitor presses. */
  | (RetryDecision & { readonly hadPicture: boolean })
  /** This browser cannot play it. */
  | { readonly _tag: "Unplayable" }

export const NO_VIDEO: VideoPhase = { _tag: "None" }
export const FIRST_ATTEMPT: VideoPhase = { _tag: "Connecting", tries: 0, hadPicture: false }
export const UNPLAYABLE: VideoPhase = { _tag: "Unplayable" }

interface Attempts {
  readonly tries: number
  readonly hadPicture: boolean
}

const retryAfter = (
  { tries, hadPicture }: Attempts,
  random: number,
  atLeastMs: number,
): VideoPhase => ({
  ...nextRetry(tries, random, atLeastMs),
  hadPicture,
})

const attemptsOf = (phase: VideoPhase, now: number): Attempts => {
  switch (phase._tag) {
    case "Playing":
      return { tries: retriesAfter(phase.tries, now - phase.since), hadPicture: true }
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

export const videoAfterEnd = (
  phase: VideoPhase,
  end: MediaSessionEnd,
  now: number,
  random: number,
): VideoPhase => {
  switch (end._tag) {
    case "Closed":
      return NO_VIDEO
    case "Lost":
      return retryAfter(attemptsOf(phase, now), random, 0)
    case "Refused": {
      const { status, retryAfterMs } = end
      if (status === 404) return { _tag: "Absent" }
      if (status === 406) return UNPLAYABLE
      const before = attemptsOf(phase, now)
      return isRetryableStatus(status)
        ? retryAfter(before, random, retryAfterMs)
        : { _tag: "Stopped", hadPicture: before.hadPicture }
    }
  }
}

/** Why wanted video does not play; null while it still may come, or where none is wanted. */
export const playerFailureOf = (phase: VideoPhase): PlayerFailureCode | null => {
  if (phase._tag === "Unplayable") return "notPlayable"
  if (phase._tag !== "Stopped") return null
  return phase.hadPicture ? "connectionLost" : "noConnection"
}

/** The state as the log has it; null: nothing is logged. */
export const pictureStateOf = (phase: VideoPhase, isStalled: boolean): PictureState | null => {
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
      return playerFailureOf(phase)
  }
}

/** Whether `VideoAvailable` connects again. */
export const isRestartable = ({ _tag }: VideoPhase): boolean =>
  _tag === "Absent" || _tag === "Stopped"

export const STALLED_MS = 500
/** A session that the engine has dropped shows otherwise only after half a minute. */
const LOST_MS = 8_000

/** Whether a frame drawn at `at` milliseconds still counts as seen; null: none was drawn. */
export const wasSeenRecently = (at: number | null, now: number): boolean =>
  at !== null && now - at < BLACK_AFTER_MS

export type FrameGap = "none" | "stalled" | "lost"

/** What `ms` without a frame mean. */
export const frameGapOf = (ms: number): FrameGap => {
  if (ms >= LOST_MS) return "lost"
  return ms >= STALLED_MS ? "stalled" : "none"
}

/** Why this visitor could not see what they would pay for (ADR 0054). */
export type NoVideoReason =
  /** The browser cannot receive video at all. */
  | "browser"
  /** The browser cannot play this stream. */
  | "form"
  /** All retries failed: over this network, or at this moment. */
  | "network"
  /** The first session failed and is being retried. */
  | "untilItComes"

/** Null where nothing speaks against it. Stills by choice do not count. */
export const noVideoReason = (canWatch: boolean, phase: VideoPhase): NoVideoReason | null => {
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

/** Whether stills are shown by choice. Paid video has no stills. */
export const usesLessData = (room: RoomState | null, isLessData: boolean): boolean =>
  isLessData && !isPaidFor(room)

/** Identifies the video that is wanted; null: none. Another value needs another session. */
export const wantedVideo = (room: RoomState | null, isLessData: boolean): string | null => {
  if (room === null || room.presence._tag !== "Inside") return null
  if (usesLessData(room, isLessData)) return null
  if (room.isInterrupted || room.player.video !== "available") return null
  const { mode, sessionId } = room.presence
  return `${room.performerId} ${mode} ${sessionId}`
}

/** Stills in place of video; `noneHere`: this video has none, which is said. */
export type StillPlan = "none" | "stills" | "noneHere"

/** Only where this visitor may see the free video, and it fails or is not wanted. */
export const stillPlan = (
  room: RoomState | null,
  phase: VideoPhase,
  isLessData: boolean,
): StillPlan => {
  if (room === null || room.presence._tag !== "Inside" || room.isInterrupted) return "none"
  if (room.player.video !== "available") return "none"
  if (!usesLessData(room, isLessData) && playerFailureOf(phase) === null) return "none"
  if (room.presence.mode !== "free") return "noneHere"
  return room.mode === "free" ? "stills" : "none"
}

/** Muted by the visitor, or denied by the service. */
export const isSilenced = ({ isMuted, player }: Pick<RoomState, "isMuted" | "player">): boolean =>
  isMuted || player.audio === "denied"

/** Whether sound can be turned on: stills have none. */
export const hasSound = ({ player }: Pick<RoomState, "player">, still: StillPlan): boolean =>
  still === "none" && player.audio !== "denied"

/** Whether the poster is blurred: there is video, and it is not for this visitor. */
export const isBlurred = ({ presence, mode, player }: RoomState): boolean => {
  if (player.video !== "denied") return false
  if (presence._tag === "Ended") return presence.why === "vip_started"
  return (
    presence._tag === "Inside" && presence.mode === "free" && (mode === "chat" || mode === "vip")
  )
}
