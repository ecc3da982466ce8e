/**
 * The room of the performer whose profile is shown: joined free by itself where there is somebody, left with the
 * profile and with the page. Paid time begins by a press alone.
 */
import "@foldcast/folds/with-room"
import { useEffect } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { roomReactions } from "@foldcast/reactions/room"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"

const selectRoom = ({ room }: SiteState) => room

/** Null before this document was in that performer's room. */
export const useRoom = (performerId: string): RoomState | null => {
  const room = useSite(selectRoom)
  return room?.performerId === performerId ? room : null
}

/** What follows by itself from what happens in a room. */
const useRoomReactions = () => {
  const runtime = useRuntime()
  useEffect(() => {
    const reactions = roomReactions(runtime.state$).subscribe((effect) => {
      if (effect._tag === "SendCommand") runtime.send(effect.command)
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
  return (
    presence._tag === "Outside" ||
    // The page was put away and has come back, or the room was offline when it was asked for.
    (presence._tag === "Ended" && (presence.why === "unloaded" || presence.why === "lost")) ||
    (presence._tag === "Refused" && presence.label === "performerOffline")
  )
}

export const useLiveRoom = (performerId: string, isOnline: boolean): RoomState | null => {
  const runtime = useRuntime()
  const room = useRoom(performerId)
  const isLive = useConnection()._tag === "Live"
  useRoomReactions()
  const isDue = isOnline && isLive && isOutside(room)
  useEffect(() => {
    if (isDue) runtime.send({ _tag: "JoinRoom", performerId, mode: "free" })
  }, [isDue, performerId, runtime])
  useEffect(() => {
    const leave = (reason: "requested" | "unloaded") => {
      const now = runtime.getState().room
      const isIn = now?.performerId === performerId && now.presence._tag === "Inside"
      if (isIn) runtime.send({ _tag: "LeaveRoom", performerId, reason })
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
