/**
 * The room of the performer whose profile is shown: joined free by itself where there is somebody, left with the
 * profile and with the page. Paid time begins by a press alone.
 */
import "@foldcast/folds/with-room"
import { useEffect, useState, useSyncExternalStore } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { isOnline, namedStatus } from "@foldcast/rules/performer-status"
import { roomReactions } from "@foldcast/reactions/room"
import { nextFrame, paced } from "./paced.ts"
import { sendInRoom } from "./send-in-room.ts"
import { useConnection, useRuntime } from "../../runtime/react.tsx"
import { selectionOf } from "../../runtime/selection.ts"

const selectRoom = ({ room }: SiteState) => room

/** Null before this document was in that performer's room. */
const useRoomOf = (performerId: string): RoomState | null => {
  const runtime = useRuntime()
  const [shown] = useState(() => paced(selectionOf(runtime, selectRoom), nextFrame))
  const room = useSyncExternalStore(shown.subscribe, shown.now)
  return room?.performerId === performerId ? room : null
}

/** What follows by itself from what happens in a room. */
const useRoomReactions = () => {
  const runtime = useRuntime()
  useEffect(() => {
    const reactions = roomReactions(runtime.state$).subscribe((effect) => {
      if (effect._tag === "SendCommand") sendInRoom(runtime, effect.command)
      else runtime.dispatch(effect.fact)
    })
    return () => {
      reactions.unsubscribe()
    }
  }, [runtime])
}

const isOutside = (room: RoomState | null): boolean => {
  if (room === null) return true
  const { presence } = room
  if (presence._tag === "Outside") return true
  // The page was put away, or another one shown, and this one is back.
  const isBack = (why: string) => why === "unloaded" || why === "lost" || why === "requested"
  // After a paid session the reactions go on with what is free.
  return presence._tag === "Ended" && presence.mode !== "chat" && presence.mode !== "vip"
    ? isBack(presence.why)
    : false
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

export const useLiveRoom = (performerId: string, onlineStatus: number): RoomState | null => {
  const runtime = useRuntime()
  const room = useRoomOf(performerId)
  const isLive = useConnection()._tag === "Live"
  useRoomReactions()
  const isHere = isOnline(onlineStatus)
  const isDue = isHere && isLive && isOutside(room)
  useEffect(() => {
    if (isDue) sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "free" })
  }, [isDue, performerId, runtime])
  const isFree = namedStatus(onlineStatus) === "free"
  // Asked once for each time that she is free again: an answer that stays the same is not asked for on and on.
  useEffect(() => {
    const { room: now } = runtime.getState()
    const isOfHer = now?.performerId === performerId
    if (isFree && isOfHer && isTurnedAway(now)) {
      sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "free" })
    }
  }, [isFree, performerId, runtime])
  useEffect(() => {
    const leave = (reason: "requested" | "unloaded") => {
      const now = runtime.getState().room
      const isIn = now?.performerId === performerId && now.presence._tag === "Inside"
      if (isIn) sendInRoom(runtime, { _tag: "LeaveRoom", performerId, reason })
    }
    const onHide = () => {
      leave("unloaded")
    }
    // Before the document's own stream ends.
    addEventListener("pagehide", onHide, { capture: true })
    return () => {
      removeEventListener("pagehide", onHide, { capture: true })
      leave("requested")
    }
  }, [performerId, runtime])
  return room
}
