/**
 * VIP: its request, the answer to it, and how it ended. Pure.
 *
 * Invariants: a request is of one session; what the service refuses takes away neither a request that waits nor
 * VIP that runs.
 */
import type { JoinMode } from "@foldcast/contracts/stream/room"
import { here, type RoomHandlers } from "./room-change.ts"
import { withCreditsShort } from "./room-credits.ts"
import { withAction } from "./room-lines.ts"
import type { RoomState } from "./room-state.ts"

export const VIP_NONE = { _tag: "None" } as const

/** What was refused leaves as they are a request that waits, and VIP that runs. */
export const unlessRunning = ({ vip }: RoomState, refusal: RoomState["vip"]): RoomState["vip"] =>
  vip._tag === "Requested" || vip._tag === "Running" ? vip : refusal

/**
 * What could not be joined may be tried again as long as it is held; the service's own word ends that. Where what was
 * held is over by then, what became of it is what is told.
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

/** A request is of one session: whoever is let in under another one waits no more. */
const stillAsked = ({ vip, presence }: RoomState, sessionId: string): RoomState["vip"] => {
  const isSame = presence._tag === "Inside" && presence.sessionId === sessionId
  return vip._tag === "Running" || (vip._tag === "Requested" && !isSame) ? VIP_NONE : vip
}

/** How VIP went is told until something else is paid for. */
export const vipIn = (room: RoomState, mode: JoinMode, sessionId: string): RoomState["vip"] => {
  if (mode === "vip") return { _tag: "Running" }
  const vip = stillAsked(room, sessionId)
  return mode === "chat" && vip._tag !== "Requested" ? VIP_NONE : vip
}

/** What could not be stopped goes on. Where nothing waits or runs there was nothing to stop (ERR-30). */
export const unstopped = (room: RoomState, label: string): RoomState =>
  room.vip._tag === "Requested" || room.vip._tag === "Running"
    ? { ...room, vipStopRefusal: label }
    : room

/** When what is refused for so long may be asked for again, in gateway milliseconds. */
export const untilOf = (at: number, waitSeconds: number | undefined): number | null =>
  waitSeconds === undefined ? null : at + waitSeconds * 1_000

export const vipEvents = {
  VipRequested: here<"VipRequested">((room, _, envelope) =>
    withAction(
      { ...room, vip: { _tag: "Requested", at: envelope.at }, vipHold: null },
      envelope,
      "vipRequested",
    ),
  ),
  VipAccepted: here<"VipAccepted">((room, _, envelope) =>
    withAction(
      { ...room, vip: { _tag: "Accepted", at: envelope.at }, vipStopRefusal: null },
      envelope,
      "vipAccepted",
    ),
  ),
  VipDeclined: here<"VipDeclined">((room, { reason = null }, envelope) =>
    withAction(
      { ...room, vip: { _tag: "Declined", reason }, vipStopRefusal: null },
      envelope,
      "vipDeclined",
      reason,
    ),
  ),
  VipStopped: here<"VipStopped">((before, _, envelope) => {
    const room = { ...before, vipStopRefusal: null }
    return room.vip._tag === "Requested"
      ? withAction({ ...room, vip: VIP_NONE }, envelope, "vipTakenBack")
      : withAction({ ...room, vip: { _tag: "Stopped" } }, envelope, "vipStopped")
  }),
  VipDisconnected: here<"VipDisconnected">((room, _, envelope) =>
    withAction({ ...room, vip: { _tag: "Disconnected" } }, envelope, "vipDisconnected"),
  ),
  VipRefused: here<"VipRefused">((room, { label, waitSeconds }, { at, cause }, { state }) => {
    const isStop = cause !== undefined && state.pending.commands[cause]?.command === "StopVip"
    return isStop
      ? unstopped(room, label)
      : {
          ...withCreditsShort(room, label, "vip"),
          vip: unlessRunning(room, { _tag: "Refused", label, until: untilOf(at, waitSeconds) }),
        }
  }),
} satisfies Partial<RoomHandlers>
