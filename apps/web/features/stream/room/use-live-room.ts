/**
 * The room of the performer whose profile is shown: joined free by itself where there is somebody. Another
 * performer's is left for it; its own goes on where the profile is left (background-room.tsx). Paid time begins by a
 * press alone.
 */
import { useEffect } from "react"
import { isMember } from "@foldcast/folds/account"
import type { RoomState } from "@foldcast/folds/room-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { isOnline, namedStatus } from "@foldcast/rules/performer-status"
import { joinFree, isOutsideRoom } from "./enter-room.ts"
import { sendInRoom } from "./send-in-room.ts"
import { useConnection, useRuntime, useSite } from "../../../runtime/react.tsx"
import { useThrottledRoom } from "./use-throttled-room.ts"

/** Whose room this document is in; null: it is in none. */
const selectRoomInside = ({ room }: SiteState) =>
  room?.presence._tag === "Inside" ? room.performerId : null

/** Null before this document was in that performer's room. */
const useRoomOf = (performerId: string): RoomState | null => {
  const room = useThrottledRoom()
  return room?.performerId === performerId ? room : null
}

/** Who opens another performer's profile has left the room before. */
const useOtherRoomLeft = (performerId: string) => {
  const runtime = useRuntime()
  const other = useSite(selectRoomInside)
  useEffect(() => {
    if (other === null || other === performerId) return
    sendInRoom(runtime, { _tag: "LeaveRoom", performerId: other, reason: "requested" })
  }, [other, performerId, runtime])
}

const TURNED_AWAY: ReadonlySet<string> = new Set([
  "performerOffline",
  "performerBusy",
  "host_left",
  "paused",
  "restarted",
  "vip_started",
])

/** Whether it ended, or did not begin, for what may be otherwise once her status is another. */
const isTurnedAway = (room: RoomState | null): boolean => {
  const presence = room?.presence
  if (presence?._tag === "Refused") return TURNED_AWAY.has(presence.label)
  return presence?._tag === "Ended" && TURNED_AWAY.has(presence.why)
}

/** What ended, or did not begin, for guests alone. */
const isGuestsEnd = (room: RoomState | null): boolean => {
  const presence = room?.presence
  if (presence?._tag === "Refused") return presence.label === "guestExpired"
  return presence?._tag === "Ended" && presence.why === "guest_expired"
}

export const useLiveRoom = (performerId: string, onlineStatus: number): RoomState | null => {
  const runtime = useRuntime()
  const room = useRoomOf(performerId)
  const isLive = useConnection()._tag === "Live"
  useOtherRoomLeft(performerId)
  const isHere = isOnline(onlineStatus)
  const isDue = isHere && isLive && isOutsideRoom(room)
  useEffect(() => {
    if (isDue) void joinFree(runtime, performerId)
  }, [isDue, performerId, runtime])
  const canEnter = isHere && isLive
  // Who logged in elsewhere comes back as a member. On her profile the reactions go on by themselves (AUTH-18).
  useEffect(() => {
    const now = runtime.getState()
    const isOfHer = now.room?.performerId === performerId
    if (canEnter && isMember(now) && isOfHer && isGuestsEnd(now.room)) {
      void joinFree(runtime, performerId)
    }
  }, [canEnter, performerId, runtime])
  const isFree = namedStatus(onlineStatus) === "free"
  // Asked once for each time that she is free again: an answer that stays the same is not asked for on and on.
  useEffect(() => {
    const { room: now } = runtime.getState()
    const isOfHer = now?.performerId === performerId
    if (isFree && isOfHer && isTurnedAway(now)) {
      sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "free" })
    }
  }, [isFree, performerId, runtime])
  return room
}
