/**
 * The moving picture of the room that this document is in: begun when one is to be had, ended at once when it is
 * not, begun anew in every session of the room, the same from page to page.
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
 * Goes by the state itself: what is drawn follows frames later, and each of them is one that the visitor waits for
 * the picture. Answers how to end it.
 */
const followRoom = (runtime: SiteRuntime, { video, view, subscribe }: DocumentRoom) => {
  let wanted: string | null = null
  let told = 0
  const look = () => {
    const { room } = runtime.getState()
    const now = wantedVideo(room, view().isLessData)
    const before = { wanted, told }
    wanted = now
    told = room?.player.videoTold ?? 0
    if (now !== before.wanted) {
      if (room === null || now === null) video.stop()
      else video.start(room.performerId)
    } else if (told > before.told) video.videoAvailable()
  }
  const states = runtime.state$.subscribe(look)
  const stop = subscribe(look)
  // A document that is put away ends its connection; one that comes back enters the room anew.
  addEventListener("pagehide", video.stop)
  return () => {
    states.unsubscribe()
    stop()
    removeEventListener("pagehide", video.stop)
    video.stop()
  }
}

/** Says when the picture of what is paid for is seen, and when it is not any more: only meanwhile it costs something. */
const reportSeen = (runtime: SiteRuntime, { video }: DocumentRoom) => {
  let told = false
  const look = () => {
    const isSeen = isPaidFor(runtime.getState().room) && video.view().isSeen
    if (isSeen === told) return
    told = isSeen
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
  // After it: a picture that ends with its session is not seen in the next.
  useEffect(() => reportSeen(runtime, documentRoom), [runtime, documentRoom])
}

export const useRoomVideo = (): RoomVideo => {
  const { video } = useDocumentRoom()
  return { ...useSyncExternalStore(video.subscribe, video.view), connection: video }
}

/** Why what is paid for could not be seen here; null where it can, as far as is known. */
export const useNoVideoReason = (): NoVideoReason | null => {
  const { video, noVideoReason } = useDocumentRoom()
  return useSyncExternalStore(video.subscribe, noVideoReason)
}
