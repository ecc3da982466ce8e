/** One viewer's session in one room. */
import type { UpstreamKickReason } from "@foldcast/contracts/upstream/chat-service"
import type { PaidTime } from "./paid-time.ts"
import type { RoomEvent } from "./room-event.ts"
import type { ViewerLimits } from "./viewer-limits.ts"

/** Why and how a session ends. For a paid one it is told after its receipt. */
export interface SessionEnding {
  readonly reason: UpstreamKickReason | "left" | "stopped"
  readonly how: "kicked" | "left" | "vipStopped" | "vipBroken"
}

export interface ChatViewer {
  /** Null for a guest, and for whoever pays by phone. */
  readonly memberId: string | null
  /** An id of the browser. */
  readonly browser: string
  readonly address: string
  readonly lang: "nl" | "en"
}

export interface ChatSession extends ChatViewer {
  readonly id: string
  readonly auth: string
  readonly mode: "free" | "chat" | "vip"
  nickname: string
  /** The lobby's connection, or its own; null before it connects and while it is lost. */
  connection: string | null
  /** The phone call that pays for it; null: none does. Such a session costs no credits and has no account. */
  readonly call: string | null
  /** A paid session that has not connected by then ends. */
  connectBy: number
  /** The guest's free time left, in milliseconds; null for members. */
  freeMs: number | null
  /** Used free time that is not written down yet. */
  freeUsedMs: number
  /** Whether free time runs, as the viewer was told last; it starts as running. */
  isFreeRunning: boolean
  /** Null until it connects, and for free sessions. */
  paid: PaidTime | null
  /** A payment is in flight. */
  isPaying: boolean
  ending: SessionEnding | null
  /**
   * It ended while more was shown than one answer confirms, although the gateway was connected. Several of these keep
   * a member out of paid rooms for a while (ADR 0041).
   */
  endedUnanswered: boolean
  /** When the waiting VIP request was made; null: there is none. */
  requestedVipAt: number | null
  /** VIP events of while the connection was lost, to be told when it is back. */
  readonly undelivered: Array<RoomEvent>
  /** The viewer's own camera is on. */
  camBack: boolean
  /** The viewer may watch, as told last. */
  toldMayWatch: boolean
  /** Whether the video plays, as the viewer's client reported last; assumed where it never reports. */
  isShown: boolean
  /** Up to when video that was not shown has been counted. */
  unshownCountedTo: number
  /** The person's limits, whatever their session. */
  readonly limits: ViewerLimits
  /** The browser's limits; of a guest both are the same. */
  readonly limitsOfBrowser: ViewerLimits
}

export type NewChatSession = Pick<
  ChatSession,
  | "id"
  | "auth"
  | "mode"
  | "nickname"
  | "connection"
  | "call"
  | "connectBy"
  | "freeMs"
  | "limits"
  | "limitsOfBrowser"
> &
  ChatViewer

export const newChatSession = (given: NewChatSession): ChatSession => ({
  ...given,
  freeUsedMs: 0,
  isFreeRunning: true,
  paid: null,
  isPaying: false,
  ending: null,
  endedUnanswered: false,
  requestedVipAt: null,
  undelivered: [],
  camBack: false,
  toldMayWatch: false,
  isShown: true,
  unshownCountedTo: 0,
})

/** One member, or one guest's browser. */
export const isSameViewer = (a: ChatViewer, b: ChatViewer): boolean =>
  a.memberId === null ? b.memberId === null && a.browser === b.browser : a.memberId === b.memberId

/** A paid session is present from its connection on. */
export const isPresent = ({ mode, paid, ending }: ChatSession): boolean =>
  ending === null && (mode === "free" || paid !== null)
