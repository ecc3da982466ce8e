/**
 * The room of the performer whose profile is shown, joined free by itself while they are online. Another performer's
 * room is left for it. Its own goes on where the profile is left (background-room.tsx). Paid time begins by a press
 * alone.
 */
import { useEffect, useRef } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { isOnline, namedStatus } from "@foldcast/rules/performer-status"
import { isEnteredByOpening, isOutsideRoom, joinFree } from "./enter-room.ts"
import { sendInRoom } from "./send-in-room.ts"
import { useConnection, useRuntime, useSite } from "../../../runtime/react.tsx"
import { useRoomOf } from "./use-throttled-room.ts"

/** The performer whose room this document is in; null: none. */
const selectRoomInside = ({ room }: SiteState) =>
  room?.presence._tag === "Inside" ? room.performerId : null

const useOtherRoomLeft = (performerId: string) => {
  const runtime = useRuntime()
  const other = useSite(selectRoomInside)
  useEffect(() => {
    if (other === null || other === performerId) return
    sendInRoom(runtime, { _tag: "LeaveRoom", performerId: other, reason: "requested" })
  }, [other, performerId, runtime])
}

const TEMPORARY_ENDS: ReadonlySet<string> = new Set([
  "performerOffline",
  "performerBusy",
  "host_left",
  "paused",
  "restarted",
  "vip_started",
])

/** Whether the room was refused or ended for a reason that passes with the performer's status. */
const isEndedForNow = (room: RoomState | null): boolean => {
  const presence = room?.presence
  if (presence?._tag === "Refused") return TEMPORARY_ENDS.has(presence.label)
  return presence?._tag === "Ended" && TEMPORARY_ENDS.has(presence.why)
}

export const useLiveRoom = (performerId: string, onlineStatus: number): RoomState | null => {
  const runtime = useRuntime()
  const room = useRoomOf(performerId)
  const isLive = useConnection()._tag === "Live"
  useOtherRoomLeft(performerId)
  const isHere = isOnline(onlineStatus)
  const isDue = isHere && isLive && isOutsideRoom(room)
  useEffect(() => {
    // What is rendered may be a frame old: somebody may have joined since.
    const { room: now } = runtime.getState()
    const isJoined = now?.performerId === performerId && !isOutsideRoom(now)
    if (isDue && !isJoined) void joinFree(runtime, performerId)
  }, [isDue, performerId, runtime])
  const canEnter = isHere && isLive
  const opened = useRef<string | null>(null)
  // Who comes back enters anew, also who logged in on another page. On the profile itself packages/reactions does that
  // (AUTH-18).
  useEffect(() => {
    if (!canEnter || opened.current === performerId) return
    opened.current = performerId
    const now = runtime.getState()
    const isThisRoom = now.room?.performerId === performerId
    if (isThisRoom && isEnteredByOpening(now, performerId)) void joinFree(runtime, performerId)
  }, [canEnter, performerId, runtime])
  const isFree = namedStatus(onlineStatus) === "free"
  // Once each time the performer becomes free, so that a refusal is not repeated for ever.
  useEffect(() => {
    const { room: now } = runtime.getState()
    const isThisRoom = now?.performerId === performerId
    if (isFree && isThisRoom && isEndedForNow(now)) {
      sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "free" })
    }
  }, [isFree, performerId, runtime])
  return room
}
