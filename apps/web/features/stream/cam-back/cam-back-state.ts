/**
 * The states of the visitor's own camera: previewed before anything is sent, shown to the performer while the room
 * allows it, and off. Pure.
 */
import type { RoomState } from "@foldcast/folds/room-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { isPending } from "@foldcast/folds/pending"
import {
  isRetryableStatus,
  type MediaSessionEnd,
  nextRetry,
  retriesAfter,
} from "../media/media-session-end.ts"

/** Why no camera could be opened. */
export type CameraProblem = "forbidden" | "noCamera" | "inUse" | "unsupported" | "failed"

/** Why a camera that was shown, or about to be, is off. */
export type CamBackOffReason = "pressed" | "refused" | "lost" | "gone" | "ended" | "room"

export type CamBackPhase =
  /** Null: it had not been shown. */
  | { readonly _tag: "Off"; readonly why: CamBackOffReason | null }
  /** The browser asks for permission. */
  | { readonly _tag: "Asking" }
  | { readonly _tag: "Blocked"; readonly problem: CameraProblem }
  /** Only the visitor sees it. */
  | { readonly _tag: "Preview" }
  /** `StartCamBack` is sent and has no outcome yet. */
  | { readonly _tag: "Starting" }
  /** `tries`: retries so far. */
  | { readonly _tag: "Connecting"; readonly tries: number }
  /** Connected; `since` in milliseconds. */
  | { readonly _tag: "Sending"; readonly tries: number; readonly since: number }
  | { readonly _tag: "Waiting"; readonly tries: number; readonly waitMs: number }

export const CAM_BACK_OFF: CamBackPhase = { _tag: "Off", why: null }

/** Whether the window is open in which the camera is set up. */
export const isCamBackBeingSetUp = ({ _tag }: CamBackPhase): boolean =>
  _tag === "Asking" || _tag === "Blocked" || _tag === "Preview"

/** Whether it is shown or being connected: the badge stands for so long. */
export const isCamBackOn = ({ _tag }: CamBackPhase): boolean =>
  _tag === "Starting" || _tag === "Connecting" || _tag === "Sending" || _tag === "Waiting"

/** What the room's state says of the camera. */
export interface RoomCamBack {
  /** The paid session of now; null: none. */
  readonly session: string | null
  readonly camBack: RoomState["camBack"]
  /** `StartCamBack` is pending. */
  readonly isStarting: boolean
}

const isStartPending = isPending("StartCamBack")

export const roomCamBackOf = (state: SiteState, performerId: string): RoomCamBack => {
  const room = state.room?.performerId === performerId ? state.room : null
  const presence = room?.presence
  const isPaid = presence?._tag === "Inside" && presence.mode !== "free"
  return {
    session: isPaid ? presence.sessionId : null,
    camBack: room?.camBack ?? "off",
    isStarting: isStartPending(state),
  }
}

/** `asked`: the paid session in which the camera was opened, or in which it went off. */
export const camBackAfterRoom = (
  phase: CamBackPhase,
  { session, camBack, isStarting }: RoomCamBack,
  asked: string | null,
): CamBackPhase => {
  // Why it went off is told until the next session, and not in it.
  if (phase._tag === "Off") return session === null || session === asked ? phase : CAM_BACK_OFF
  if (session !== asked) return isCamBackOn(phase) ? { _tag: "Off", why: "room" } : CAM_BACK_OFF
  if (phase._tag === "Starting") {
    if (isStarting) return phase
    return camBack === "on" ? { _tag: "Connecting", tries: 0 } : { _tag: "Off", why: "refused" }
  }
  return isCamBackOn(phase) && camBack !== "on" ? { _tag: "Off", why: "ended" } : phase
}

/** Whether `StopCamBack` must be sent: nothing is shown, and the room still says that it is. */
export const needsCamBackStop = (
  phase: CamBackPhase,
  { camBack, isStarting }: RoomCamBack,
): boolean => !isCamBackOn(phase) && !isStarting && camBack !== "off"

const triesOf = (phase: CamBackPhase, now: number): number => {
  if (phase._tag === "Sending") return retriesAfter(phase.tries, now - phase.since)
  return phase._tag === "Connecting" ? phase.tries : 0
}

/** The media engine answers 404 until the chat service has told it of the camera. */
const isRetryable = (status: number) => status === 404 || isRetryableStatus(status)

/** After a WHIP session that ended by itself. */
export const camBackAfterEnd = (
  phase: CamBackPhase,
  end: MediaSessionEnd,
  now: number,
  random: number,
): CamBackPhase => {
  const LOST: CamBackPhase = { _tag: "Off", why: "lost" }
  if (end._tag === "Closed") return CAM_BACK_OFF
  if (end._tag === "Refused" && !isRetryable(end.status)) return LOST
  const next = nextRetry(triesOf(phase, now), random, end._tag === "Refused" ? end.retryAfterMs : 0)
  return next._tag === "Waiting" ? next : LOST
}

/** By the name of what `getUserMedia` failed with (W3C Media Capture and Streams, 10.2.2). */
const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: "forbidden",
  SecurityError: "forbidden",
  NotFoundError: "noCamera",
  OverconstrainedError: "noCamera",
  NotReadableError: "inUse",
  AbortError: "inUse",
  NotSupportedError: "unsupported",
}
export const cameraProblemOf = (name: string): CameraProblem =>
  Object.hasOwn(PROBLEMS, name) ? (PROBLEMS[name] ?? "failed") : "failed"
