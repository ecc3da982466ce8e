/**
 * This document's presence in the room: how sessions begin, are refused and end, a guest's free time, and the
 * tab that opens with paid time. Pure.
 *
 * Invariants: session-bound state, such as a running camera or VIP, ends with its session; if a session ends
 * twice, the first end and its reason stay.
 */
import { TAB } from "@foldcast/contracts/client-facts/live-tab"
import type { JoinMode, KickReason } from "@foldcast/contracts/stream/room"
import { type RoomHandlers, withChosenName } from "./room-change.ts"
import { withCreditsShort } from "./room-credits.ts"
import { withTab } from "./room-lines.ts"
import type { RoomState } from "./room-state.ts"
import { holdAfter, holdIn, vipAfterHold } from "./room-vip-hold.ts"
import { untilOf, VIP_NONE, vipIn, vipRefusedIn } from "./room-vip.ts"

const ended = (room: RoomState, why: Extract<RoomState["presence"], { _tag: "Ended" }>["why"]) => {
  const { presence, vip } = room
  const mode = presence._tag === "Inside" || presence._tag === "Joining" ? presence.mode : null
  const vipHold = holdAfter(room, why)
  return {
    ...room,
    presence: presence._tag === "Ended" ? presence : ({ _tag: "Ended", mode, why } as const),
    isInterrupted: false,
    camBack: "off" as const,
    dialIn: false,
    miniPlayer: false,
    vipStopRefusal: null,
    vipHold,
    vip: vip._tag === "Requested" || vip._tag === "Running" ? VIP_NONE : vipAfterHold(vip, vipHold),
  }
}

/** The service removed the visitor and gives the reason. */
const sentAway = (room: RoomState, reason: KickReason): RoomState => ({
  ...ended(room, reason),
  creditsKicked: reason === "credits",
  shortFor: reason === "credits" ? "stream" : room.shortFor,
})

/** The tab of each mode. */
const TAB_OF = { free: TAB.public, chat: TAB.private, vip: TAB.vip } as const

/** This document's last mode in the room; null if it was never in it. */
export const modeBefore = ({ presence }: RoomState): JoinMode | null => {
  switch (presence._tag) {
    case "Inside":
    case "Ended":
      return presence.mode
    case "Joining":
      return presence.before
    case "Outside":
    case "Refused":
      return null
  }
}

/** What became of a tip is said in the mode in which it was given, unless nobody knows it. */
const tipIn = (room: RoomState, mode: JoinMode): RoomState["tip"] =>
  modeBefore(room) === mode || room.tip._tag === "Unknown" ? room.tip : { _tag: "None" }

/** Paid time opens its own tab; returning to free chat restores the previous tab (CHAT-29). */
const withTabOf = (room: RoomState, mode: JoinMode): RoomState => {
  const before = modeBefore(room)
  if (before === mode) return room
  if (mode !== "free") return withTab(room, TAB_OF[mode])
  const isAtPaid = before !== null && before !== "free" && room.tabs.active === TAB_OF[before]
  return isAtPaid ? withTab(room, room.tabs.previous) : room
}

export const entryEvents = {
  RoomJoined: (room, event, { at }) => {
    const { mode, sessionId, nickname, nicknameRefused, creditsPerMinute } = event
    const { freeSecondsLeft = null } = event
    const { presence } = room
    const isSame = presence._tag === "Inside" && presence.sessionId === sessionId
    const vipHold = holdIn(room, mode, sessionId)
    const isCalledSame = presence._tag === "Inside" && presence.nickname === nickname
    return {
      // A visitor who keeps a drawn name keeps the reason for it.
      ...withTabOf(isCalledSame ? room : withChosenName(room), mode),
      ...(nicknameRefused !== undefined && { formerNameRefusal: nicknameRefused }),
      // A camera belongs to its session and ends with it.
      camBack: isSame ? room.camBack : "off",
      presence: {
        _tag: "Inside",
        mode,
        sessionId,
        nickname,
        creditsPerMinute,
        freeTime:
          freeSecondsLeft === null ? null : { secondsLeft: freeSecondsLeft, at, isRunning: true },
      },
      isInterrupted: false,
      creditsKicked: mode === "free" ? room.creditsKicked : false,
      receipt: mode === "free" ? room.receipt : null,
      tip: tipIn(room, mode),
      vip: vipAfterHold(vipIn(room, mode, sessionId), vipHold),
      vipHold,
      // With dial-in, the call's tariff is the whole price; any other chat costs credits.
      dialIn: mode === "chat" && creditsPerMinute === 0,
    }
  },
  RoomJoinRefused: (room, { mode, label, waitSeconds }, { at }) => {
    const until = untilOf(at, waitSeconds)
    const told = withCreditsShort(room, label, mode === "vip" ? "vip" : "joining")
    return room.presence._tag === "Inside"
      ? {
          ...told,
          vip: mode === "vip" ? vipRefusedIn(room, { _tag: "Refused", label, until }) : room.vip,
        }
      : { ...told, presence: { _tag: "Refused", mode, label, until } }
  },
} satisfies Partial<RoomHandlers>

export const presenceEvents = {
  FreeTimeChanged: (room, { secondsLeft, isRunning }, { at }) => {
    const { presence } = room
    if (presence._tag !== "Inside" || presence.freeTime === null) return room
    return { ...room, presence: { ...presence, freeTime: { secondsLeft, at, isRunning } } }
  },
  RoomLeft: (room, { reason }) => ended(room, reason === "kicked" ? "default" : reason),
  RoomStopped: (room, { reason }) => sentAway(room, reason),
  Kicked: (room, { reason }) => sentAway(room, reason),
} satisfies Partial<RoomHandlers>
