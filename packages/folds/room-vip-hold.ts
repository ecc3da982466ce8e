/**
 * The credits that VIP holds between acceptance and joining. Pure.
 *
 * Invariants: the hold's result comes from the service's facts; if its session was lost, it is what the service
 * does in that case (UA56). It stays until VIP runs, another mode is paid for, or VIP is requested again.
 */
import type { JoinMode, VipHoldEnd } from "@foldcast/contracts/stream/room"
import type { RoomHandlers } from "./room-change.ts"
import type { EndReason, RoomState, VipHoldState } from "./room-state.ts"
import { untilOf, VIP_NONE } from "./room-vip.ts"

const returned = (
  hold: Extract<VipHoldState, { readonly _tag: "Held" }>,
  reason: VipHoldEnd,
): VipHoldState => ({ _tag: "Returned", credits: hold.credits, reason })

/** Another session means that the connection was lost to the one for which VIP was accepted. */
export const holdIn = (
  { vipHold, presence }: RoomState,
  mode: JoinMode,
  sessionId: string,
): RoomState["vipHold"] => {
  if (mode !== "free") return null
  const isSame = presence._tag === "Inside" && presence.sessionId === sessionId
  const isJoining = presence._tag === "Joining" && presence.mode === "free"
  return vipHold?._tag === "Held" && !isSame && !isJoining
    ? returned(vipHold, "interrupted")
    : vipHold
}

/** Ends that the visitor did not cause, with the service's reason for each. */
const RETURNED_BY: Readonly<Partial<Record<EndReason, VipHoldEnd>>> = {
  lost: "interrupted",
  restarted: "restarted",
  kicked: "host_left",
  host_left: "host_left",
  paused: "host_left",
  default: "default",
}

/** A visitor who leaves gives the hold up; the account's movements show its result. */
export const holdAfter = ({ vipHold }: RoomState, why: EndReason): RoomState["vipHold"] => {
  if (vipHold?._tag !== "Held") return vipHold
  const reason = RETURNED_BY[why]
  return reason === undefined ? null : returned(vipHold, reason)
}

/** Once the held credits are returned, VIP no longer waits and may be requested again. */
export const vipAfterHold = (vip: RoomState["vip"], hold: RoomState["vipHold"]): RoomState["vip"] =>
  vip._tag === "Accepted" && hold?._tag === "Returned" ? VIP_NONE : vip

export const vipHoldEvents = {
  VipHeld: (room, { credits, joinWithinSeconds }, { at }) => ({
    ...room,
    vipHold: { _tag: "Held", credits, joinBy: at + joinWithinSeconds * 1_000 },
  }),
  VipHoldEnded: (room, event, { at }) => {
    const { credits, isReturned, reason, waitSeconds } = event
    return {
      ...room,
      vip: room.vip._tag === "Accepted" ? VIP_NONE : room.vip,
      vipHold: isReturned
        ? { _tag: "Returned", credits, reason }
        : { _tag: "Kept", credits, reason, until: untilOf(at, waitSeconds) },
    }
  },
} satisfies Partial<RoomHandlers>
