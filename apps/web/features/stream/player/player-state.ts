/**
 * What the player area says, and what there is to do about it: one answer for everything that can happen to a
 * room. Pure.
 */
import { SPENDING_PAUSED } from "@foldcast/contracts/spending"
import { PICTURE_NOT_SHOWN } from "@foldcast/contracts/chat-rules"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import type { RoomState } from "@foldcast/folds/room-state"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { isOnline, isWatchable } from "@foldcast/rules/performer-status"
import type { VideoPhase } from "../media/video-connection-state.ts"
import { isTooFewCredits, refusalUntil } from "../room/refused-entry.ts"
import { type NameText, statusText } from "./status-text.ts"

/** `watch`: for free, after what was not watched; `watchAgain` after what was; `others`: who else is live. */
export type PlayerAction = "watch" | "watchAgain" | "register" | "buy" | "message" | "others"

const WATCHES: ReadonlySet<PlayerAction> = new Set(["watch", "watchAgain"])

export interface PlayerState {
  readonly text: string
  /** Whether the visitor can or must do something about it. */
  readonly isNotice: boolean
  /** The next steps, each one press, the first one first. */
  readonly actions: ReadonlyArray<PlayerAction>
}

type EndedPresence = Extract<RoomState["presence"], { _tag: "Ended" }>

/** Every end has a next step. */
const ENDED: Readonly<
  Record<
    EndedPresence["why"],
    { readonly text: NameText; readonly actions: readonly [PlayerAction, ...Array<PlayerAction>] }
  >
> = {
  guest_expired: { text: m.stream_ended_guest, actions: ["register"] },
  duplicate_session: { text: m.stream_ended_duplicate, actions: ["watchAgain"] },
  paused: { text: m.stream_ended_paused, actions: ["watchAgain"] },
  // Source: CHAT-25.
  vip_started: { text: m.vip_kicked, actions: ["message", "watchAgain"] },
  kicked: { text: m.stream_ended_kicked, actions: ["others"] },
  // Watching costs nothing.
  credits: { text: m.stream_ended_credits, actions: ["buy", "watchAgain"] },
  silent: { text: m.stream_ended_silent, actions: ["watchAgain"] },
  host_left: { text: m.stream_ended_host, actions: ["others", "watchAgain"] },
  restarted: { text: m.stream_ended_restarted, actions: ["watchAgain"] },
  default: { text: m.stream_ended_default, actions: ["watchAgain"] },
  requested: { text: m.stream_ended_requested, actions: ["watchAgain"] },
  switched: { text: m.stream_ended_requested, actions: ["watchAgain"] },
  unloaded: { text: m.stream_ended_requested, actions: ["watchAgain"] },
  lost: { text: m.stream_ended_default, actions: ["watchAgain"] },
  dialin_stopped: { text: m.stream_ended_call, actions: ["watchAgain"] },
}

const quiet = (text: string, ...actions: ReadonlyArray<PlayerAction>): PlayerState => ({
  text,
  isNotice: false,
  actions,
})

/** The session that was lost with her show is no lost connection. */
const reasonOf = ({ mode }: RoomState, why: EndedPresence["why"]): EndedPresence["why"] =>
  mode === "offline" && (why === "lost" || why === "default") ? "host_left" : why

/** There is nothing to watch where she is offline. */
const possible = (state: PlayerState, onlineStatus: number): PlayerState =>
  isOnline(onlineStatus)
    ? state
    : {
        ...state,
        actions: [...new Set(state.actions.map((one) => (WATCHES.has(one) ? "others" : one)))],
      }

const refusal = (
  { label, until }: Extract<RoomState["presence"], { _tag: "Refused" }>,
  name: string,
  locale: Locale,
): PlayerState => {
  const notice = (text: string, ...actions: ReadonlyArray<PlayerAction>) => ({
    text,
    isNotice: true,
    actions,
  })
  if (isTooFewCredits(label)) return notice(m.stream_refused_credits(), "buy", "watch")
  const known = refusalUntil(label, until, locale)
  if (known !== null) return notice(known, "watch")
  switch (label) {
    case "guestExpired":
      return notice(m.stream_ended_guest({ name }), "register")
    case "performerOffline":
      return quiet(m.stream_offline({ name }), "others", "watch")
    case "performerBusy":
      return notice(m.stream_refused_busy({ name }), "watch")
    case "sentOut":
      return notice(m.stream_refused_sent_out({ name }), "others")
    case "tooManyAttempts":
    case "unansweredTooOften":
      return notice(m.stream_refused_silent(), "watch")
    case SPENDING_PAUSED:
      return notice(m.limits_paused_refusal(), "watch")
    case PICTURE_NOT_SHOWN:
      return notice(m.not_shown_network(), "watch")
    case "membersOnly":
      return notice(m.chat_guests_read(), "register")
    case NO_COOKIE:
      return notice(m.error_no_cookie(), "watch")
    default:
      return notice(m.stream_refused(), "watch")
  }
}

const inside = (room: RoomState, mode: "free" | "chat" | "vip", name: string): string => {
  if (room.mode === "paused") return m.stream_paused({ name })
  if (mode === "vip") return m.stream_in_vip({ name })
  if (mode === "chat") return m.stream_in_private({ name })
  if (room.mode === "vip") return m.stream_vip_elsewhere({ name })
  return room.mode === "chat" ? m.stream_free_off({ name }) : m.stream_watching({ name })
}

const EXPLAINED: ReadonlySet<RoomState["mode"]> = new Set(["offline", "paused"])
const EXPLAINED_TO_FREE_VIEWERS: ReadonlySet<RoomState["mode"]> = new Set(["chat", "vip"])

/** Whether the status text says why no video is shown. */
const isExplained = ({ mode, presence }: RoomState): boolean =>
  EXPLAINED.has(mode) ||
  (EXPLAINED_TO_FREE_VIEWERS.has(mode) && presence._tag === "Inside" && presence.mode === "free")

/** That nothing is charged, or that free time stands, is said only once the service has told it. */
const absentText = ({ paid, presence }: RoomState): string => {
  if (paid?.isHeld === true) return m.picture_absent_unpaid()
  const freeTime = presence._tag === "Inside" ? presence.freeTime : null
  return freeTime?.isRunning === false ? m.picture_absent_free() : m.picture_absent()
}

/** A first connection takes a moment and needs no text. */
const isAwaitedLong = (phase: VideoPhase): boolean => phase._tag !== "Connecting" || phase.tries > 0

/** Why the poster is shown and no video; null where no text is needed. */
export const missingVideoText = (room: RoomState, phase: VideoPhase): string | null => {
  switch (room.player.video) {
    // A service without video never tells; where nobody is to be seen there is nothing to wait for.
    case "unknown":
      return isExplained(room) ? null : m.stream_no_picture()
    case "available":
      if (phase._tag === "Absent") return absentText(room)
      return room.paid?.isHeld === true && isAwaitedLong(phase) ? m.picture_unseen_unpaid() : null
    case "denied":
      return isExplained(room) ? null : absentText(room)
  }
}

/** `room` is null before this document joined it. */
export const playerState = (
  room: RoomState | null,
  onlineStatus: number,
  name: string,
  locale: Locale,
): PlayerState => {
  const status = quiet(statusText(onlineStatus, name))
  if (room === null) return status
  const { presence } = room
  switch (presence._tag) {
    case "Outside":
      return status
    case "Joining":
      return quiet(m.stream_loading({ name }))
    case "Inside":
      // It is tried again by itself.
      if (room.isInterrupted) return { text: m.stream_interrupted(), isNotice: true, actions: [] }
      return room.mode === "offline"
        ? quiet(m.stream_offline({ name }), "others")
        : quiet(inside(room, presence.mode, name))
    case "Ended": {
      const { text, actions } = ENDED[reasonOf(room, presence.why)]
      return possible({ text: text({ name }), isNotice: true, actions }, onlineStatus)
    }
    case "Refused":
      return possible(refusal(presence, name, locale), onlineStatus)
  }
}

const ELSEWHERE: ReadonlySet<RoomState["mode"]> = new Set(["offline", "paused", "vip"])

/** Whether this visitor cannot watch her now, for she is away or busy: then others are offered. */
export const isElsewhere = (room: RoomState | null, onlineStatus: number): boolean =>
  room?.presence._tag === "Inside"
    ? room.paid === null && room.presence.mode === "free" && ELSEWHERE.has(room.mode)
    : !isWatchable(onlineStatus)
