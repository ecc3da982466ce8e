/**
 * What becomes of the visitor's own camera: asked for and looked at before anything is sent, shown to the performer
 * while the room says so, and off again. Pure.
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

/** Why there is no camera to look at. */
export type CameraProblem = "forbidden" | "noCamera" | "inUse" | "unsupported" | "failed"

/** What ended it, where it was shown or about to be. */
export type CamBackOffReason = "pressed" | "refused" | "lost" | "gone" | "ended" | "room"

export type CamBackPhase =
  /** Null: it was not shown. */
  | { readonly _tag: "Off"; readonly why: CamBackOffReason | null }
  /** The browser asks the visitor. */
  | { readonly _tag: "Asking" }
  | { readonly _tag: "Blocked"; readonly problem: CameraProblem }
  /** Seen by the visitor alone. */
  | { readonly _tag: "Preview" }
  /** The command is sent, and its fact has not come. */
  | { readonly _tag: "Starting" }
  /** `tries`: how often it was tried again so far. */
  | { readonly _tag: "Connecting"; readonly tries: number }
  /** It arrives; `since` in milliseconds. */
  | { readonly _tag: "Sending"; readonly tries: number; readonly since: number }
  | { readonly _tag: "Waiting"; readonly tries: number; readonly waitMs: number }

export const CAM_BACK_OFF: CamBackPhase = { _tag: "Off", why: null }

/** Whether the window is open in which it is asked for. */
export const isCamBackBeingSetUp = ({ _tag }: CamBackPhase): boolean =>
  _tag === "Asking" || _tag === "Blocked" || _tag === "Preview"

/** Whether it is shown, or on its way: the badge stands there for so long. */
export const isCamBackOn = ({ _tag }: CamBackPhase): boolean =>
  _tag === "Starting" || _tag === "Connecting" || _tag === "Sending" || _tag === "Waiting"

/** What the site says of it. */
export interface RoomCamBack {
  /** The paid session that it may be shown in; null where there is none. */
  readonly session: string | null
  readonly camBack: RoomState["camBack"]
  /** Whether the command that starts it waits for its outcome. */
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

/** `asked`: the session that it was asked for in. */
export const camBackAfterRoom = (
  phase: CamBackPhase,
  { session, camBack, isStarting }: RoomCamBack,
  asked: string | null,
): CamBackPhase => {
  if (phase._tag === "Off") return phase
  if (session !== asked) return isCamBackOn(phase) ? { _tag: "Off", why: "room" } : CAM_BACK_OFF
  if (phase._tag === "Starting") {
    if (isStarting) return phase
    return camBack === "on" ? { _tag: "Connecting", tries: 0 } : { _tag: "Off", why: "refused" }
  }
  return isCamBackOn(phase) && camBack !== "on" ? { _tag: "Off", why: "ended" } : phase
}

/** Whether the room is to be told that it is over: nothing is shown, and it says otherwise. */
export const needsCamBackStop = (
  phase: CamBackPhase,
  { camBack, isStarting }: RoomCamBack,
): boolean => !isCamBackOn(phase) && !isStarting && camBack !== "off"

const triesOf = (phase: CamBackPhase, now: number): number => {
  if (phase._tag === "Sending") return retriesAfter(phase.tries, now - phase.since)
  return phase._tag === "Connecting" ? phase.tries : 0
}

/** The service may hear of the beginning after the offer, and answers 404 until then. */
const mayStillBe = (status: number) => status === 404 || isRetryableStatus(status)

/** After a session that ended without being told to. */
export const camBackAfterEnd = (
  phase: CamBackPhase,
  end: MediaSessionEnd,
  now: number,
  random: number,
): CamBackPhase => {
  const LOST: CamBackPhase = { _tag: "Off", why: "lost" }
  if (end._tag === "Closed") return CAM_BACK_OFF
  if (end._tag === "Refused" && !mayStillBe(end.status)) return LOST
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
