/**
 * The video of the room that this document is in: started when there is some, stopped when there is none, started anew
 * in every session of the room, and kept from page to page.
 */
import { useEffect, useSyncExternalStore } from "react"
import { isPaidFor } from "@foldcast/folds/paid-for"
import { useRuntime } from "../../../runtime/react.tsx"
import type { SiteRuntime } from "../../../runtime/site-runtime.ts"
import { type DocumentRoom, type RoomVideoConnection, useDocumentRoom } from "./document-room.ts"
import type { VideoConnectionView } from "../media/video-connection.ts"
import { type NoVideoReason, wantedVideo } from "../media/video-connection-state.ts"
import type { WatchedStream } from "../media/whep-session.ts"

export interface RoomVideo extends VideoConnectionView<WatchedStream> {
  readonly connection: RoomVideoConnection
}

/**
 * Subscribes to the state itself: what is rendered is frames older, and each of them delays the video. Answers how to
 * stop.
 */
const followRoom = (runtime: SiteRuntime, { video, view, subscribe }: DocumentRoom) => {
  let wanted: string | null = null
  let videoTold = 0
  const look = () => {
    const { room } = runtime.getState()
    const now = wantedVideo(room, view().isLessData)
    const before = { wanted, videoTold }
    wanted = now
    videoTold = room?.player.videoTold ?? 0
    if (now !== before.wanted) {
      if (room === null || now === null) video.stop()
      else video.start(room.performerId)
    } else if (videoTold > before.videoTold) video.videoAvailable()
  }
  const states = runtime.state$.subscribe(look)
  const stop = subscribe(look)
  // A page in the back-forward cache has no connection; when it is shown again, it joins the room anew.
  addEventListener("pagehide", video.stop)
  return () => {
    states.unsubscribe()
    stop()
    removeEventListener("pagehide", video.stop)
    video.stop()
  }
}

/** Dispatches when paid video starts and stops being seen: only meanwhile does it cost credits. */
const reportSeen = (runtime: SiteRuntime, { video }: DocumentRoom) => {
  let wasSeen = false
  const look = () => {
    const isSeen = isPaidFor(runtime.getState().room) && video.view().isSeen
    if (isSeen === wasSeen) return
    wasSeen = isSeen
    runtime.dispatch({ _tag: "PictureSeen", isSeen })
  }
  const states = runtime.state$.subscribe(look)
  const stop = video.subscribe(look)
  return () => {
    states.unsubscribe()
    stop()
  }
}

export const useVideoLifecycle = (): void => {
  const runtime = useRuntime()
  const documentRoom = useDocumentRoom()
  useEffect(() => followRoom(runtime, documentRoom), [runtime, documentRoom])
  // After the other: what ended with its session must not count as seen in the next.
  useEffect(() => reportSeen(runtime, documentRoom), [runtime, documentRoom])
}

export const useRoomVideo = (): RoomVideo => {
  const { video } = useDocumentRoom()
  return { ...useSyncExternalStore(video.subscribe, video.view), connection: video }
}

/** Why paid video could not be seen here; null where it can, as far as is known. */
export const useNoVideoReason = (): NoVideoReason | null => {
  const { video, noVideoReason } = useDocumentRoom()
  return useSyncExternalStore(video.subscribe, noVideoReason)
}
