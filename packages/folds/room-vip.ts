/**
 * VIP: its request, the answer to it, and how it ended. Pure.
 *
 * Invariants: a request belongs to one session; a refusal changes neither a waiting request nor a running VIP.
 */
import type { JoinMode } from "@foldcast/contracts/stream/room"
import type { RoomHandlers } from "./room-change.ts"
import { withCreditsShort } from "./room-credits.ts"
import { withAction } from "./room-lines.ts"
import type { RoomState } from "./room-state.ts"

export const VIP_NONE = { _tag: "None" } as const

/** A refusal does not replace a waiting request or a running VIP. */
export const unlessRunning = ({ vip }: RoomState, refusal: RoomState["vip"]): RoomState["vip"] =>
  vip._tag === "Requested" || vip._tag === "Running" ? vip : refusal

/**
 * A failed join may be retried while the credits are held, until the service refuses with `vipNotAccepted`. If
 * the hold is already over, its result stays.
 */
export const vipRefusedIn = (
  room: RoomState,
  refusal: Extract<RoomState["vip"], { readonly _tag: "Refused" }>,
): RoomState["vip"] => {
  const { vip, vipHold } = room
  if (vipHold?._tag === "Kept" || vipHold?._tag === "Returned") return vip
  return vip._tag === "Accepted" && vipHold?._tag === "Held" && refusal.label !== "vipNotAccepted"
    ? vip
    : unlessRunning(room, refusal)
}

/** A request belongs to one session: under another session it is dropped. */
const stillAsked = ({ vip, presence }: RoomState, sessionId: string): RoomState["vip"] => {
  const isSame = presence._tag === "Inside" && presence.sessionId === sessionId
  return vip._tag === "Running" || (vip._tag === "Requested" && !isSame) ? VIP_NONE : vip
}

/** VIP's outcome stays until another mode is paid for. */
export const vipIn = (room: RoomState, mode: JoinMode, sessionId: string): RoomState["vip"] => {
  if (mode === "vip") return { _tag: "Running" }
  const vip = stillAsked(room, sessionId)
  return mode === "chat" && vip._tag !== "Requested" ? VIP_NONE : vip
}

/** A VIP that could not be stopped continues. If no VIP waits or runs, there was nothing to stop (ERR-30). */
export const unstopped = (room: RoomState, label: string): RoomState =>
  room.vip._tag === "Requested" || room.vip._tag === "Running"
    ? { ...room, vipStopRefusal: label }
    : room

/** When the refused request may be repeated, in gateway milliseconds. */
export const untilOf = (at: number, waitSeconds: number | undefined): number | null =>
  waitSeconds === undefined ? null : at + waitSeconds * 1_000

export const vipEvents = {
  VipRequested: (room, _, envelope) =>
    withAction(
      { ...room, vip: { _tag: "Requested", at: envelope.at }, vipHold: null },
      envelope,
      "vipRequested",
    ),
  VipAccepted: (room, _, envelope) =>
    withAction(
      { ...room, vip: { _tag: "Accepted", at: envelope.at }, vipStopRefusal: null },
      envelope,
      "vipAccepted",
    ),
  VipDeclined: (room, { reason = null }, envelope) =>
    withAction(
      { ...room, vip: { _tag: "Declined", reason }, vipStopRefusal: null },
      envelope,
      "vipDeclined",
      reason,
    ),
  VipStopped: (before, _, envelope) => {
    const room = { ...before, vipStopRefusal: null }
    return room.vip._tag === "Requested"
      ? withAction({ ...room, vip: VIP_NONE }, envelope, "vipTakenBack")
      : withAction({ ...room, vip: { _tag: "Stopped" } }, envelope, "vipStopped")
  },
  VipDisconnected: (room, _, envelope) =>
    withAction({ ...room, vip: { _tag: "Disconnected" } }, envelope, "vipDisconnected"),
  VipRefused: (room, { label, waitSeconds }, { at, cause }, { pending }) => {
    const isStop = cause !== undefined && pending.commands[cause]?.command === "StopVip"
    return isStop
      ? unstopped(room, label)
      : {
          ...withCreditsShort(room, label, "vip"),
          vip: unlessRunning(room, { _tag: "Refused", label, until: untilOf(at, waitSeconds) }),
        }
  },
} satisfies Partial<RoomHandlers>
