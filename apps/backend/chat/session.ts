/** One viewer in one room: who, how, and over which connection. */
import type { UpstreamKickReason } from "@foldcast/contracts/upstream/chat-service"
import type { PaidTime } from "./paid-time.ts"
import type { RoomEvent } from "./room-event.ts"
import type { ViewerLimits } from "./viewer-limits.ts"

/** Why and how a paid session ends; who sees what is told after its receipt. */
export interface Ending {
  readonly reason: UpstreamKickReason | "left" | "stopped"
  readonly how: "kicked" | "left" | "vipStopped" | "vipBroken"
}

export interface Viewer {
  /** Null for a guest. */
  readonly memberId: string | null
  /** Stands for the browser. */
  readonly browser: string
  readonly address: string
  readonly lang: "nl" | "en"
}

export interface Session extends Viewer {
  readonly id: string
  readonly auth: string
  readonly mode: "free" | "chat" | "vip"
  nickname: string
  /** Of the lobby's connection, or its own; null before it is there and while it is lost. */
  connection: string | null
  /** A paid session that nobody connects ends then. */
  connectBy: number
  /** A guest's free time that is left, in milliseconds; null for members. */
  freeMs: number | null
  /** Of it, what is not written down yet. */
  freeUsedMs: number
  /** Whether that runs, as its viewer was told last; who enters takes it to run. */
  isFreeRunning: boolean
  /** Null until its connection is there, and for who watches free. */
  paid: PaidTime | null
  /** A payment is under way. */
  isPaying: boolean
  ending: Ending | null
  /**
   * It ended while its viewer was shown more than an answer vouches for, over a gateway that was there: one of the
   * times after which no paid room is joined for a while (ADR 0041).
   */
  endedUnanswered: boolean
  /** Since when a request for VIP waits. */
  requestedVipAt: number | null
  /** Such requests and what became of them while the connection was lost, for when it is back. */
  readonly untold: Array<RoomEvent>
  /** The viewer shows her their own camera. */
  camBack: boolean
  /** There is a picture, and it is for this session. */
  sees: boolean
  /** Whether the picture moves before its viewer, as their side said last; taken to, where it never says so. */
  isShown: boolean
  /** Up to when what was there to see and not shown has been counted. */
  unshownCountedTo: number
  /** Of the person, in whatever session. */
  readonly limits: ViewerLimits
  /** Of whoever is behind this browser; a guest's are both. */
  readonly limitsOfBrowser: ViewerLimits
}

export type NewSession = Pick<
  Session,
  | "id"
  | "auth"
  | "mode"
  | "nickname"
  | "connection"
  | "connectBy"
  | "freeMs"
  | "limits"
  | "limitsOfBrowser"
> &
  Viewer

export const newSession = (given: NewSession): Session => ({
  ...given,
  freeUsedMs: 0,
  isFreeRunning: true,
  paid: null,
  isPaying: false,
  ending: null,
  endedUnanswered: false,
  requestedVipAt: null,
  untold: [],
  camBack: false,
  sees: false,
  isShown: true,
  unshownCountedTo: 0,
})

/** The same person behind two sessions: one member, or one guest's browser. */
export const isSameViewer = (a: Viewer, b: Viewer): boolean =>
  a.memberId === null ? b.memberId === null && a.browser === b.browser : a.memberId === b.memberId

/** Who pays is there from their connection on. */
export const isThere = ({ mode, paid, ending }: Session): boolean =>
  ending === null && (mode === "free" || paid !== null)
