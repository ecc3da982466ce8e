/**
 * The moving picture of the room that this document is in: begun when one is to be had, ended at once when it is
 * not, begun anew in every session of the room, the same from page to page.
 */
import { useEffect, useSyncExternalStore } from "react"
import { isPaidFor } from "@foldcast/folds/paid-for"
import { useRuntime } from "../../../runtime/react.tsx"
import type { SiteRuntime } from "../../../runtime/site-runtime.ts"
import { type DocumentRoom, type Keeper, useDocumentRoom } from "./document-room.ts"
import type { PictureView } from "../media/video-connection.ts"
import { type PictureBar, wantedPicture } from "../media/video-connection-state.ts"
import type { Watched } from "../media/whep-session.ts"

export interface RoomPicture extends PictureView<Watched> {
  readonly keeper: Keeper
}

/**
 * Goes by the state itself: what is drawn follows frames later, and each of them is one that the visitor waits for
 * the picture. Answers how to end it.
 */
const keepPicture = (runtime: SiteRuntime, { keeper, view, subscribe }: DocumentRoom) => {
  let wanted: string | null = null
  let told = 0
  const look = () => {
    const { room } = runtime.getState()
    const now = wantedPicture(room, view().isLessData)
    const before = { wanted, told }
    wanted = now
    told = room?.player.videoTold ?? 0
    if (now !== before.wanted) {
      if (room === null || now === null) keeper.end()
      else keeper.begin(room.performerId)
    } else if (told > before.told) keeper.told()
  }
  const states = runtime.state$.subscribe(look)
  const stop = subscribe(look)
  // A document that is put away ends its connection; one that comes back enters the room anew.
  addEventListener("pagehide", keeper.end)
  return () => {
    states.unsubscribe()
    stop()
    removeEventListener("pagehide", keeper.end)
    keeper.end()
  }
}

/** Says when the picture of what is paid for is seen, and when it is not any more: only meanwhile it costs something. */
const tellSeen = (runtime: SiteRuntime, { keeper }: DocumentRoom) => {
  let told = false
  const look = () => {
    const isSeen = isPaidFor(runtime.getState().room) && keeper.view().isSeen
    if (isSeen === told) return
    told = isSeen
    runtime.dispatch({ _tag: "PictureSeen", isSeen })
  }
  const states = runtime.state$.subscribe(look)
  const stop = keeper.subscribe(look)
  return () => {
    states.unsubscribe()
    stop()
  }
}

export const useKeptPicture = (): void => {
  const runtime = useRuntime()
  const documentRoom = useDocumentRoom()
  useEffect(() => keepPicture(runtime, documentRoom), [runtime, documentRoom])
  // After it: a picture that ends with its session is not seen in the next.
  useEffect(() => tellSeen(runtime, documentRoom), [runtime, documentRoom])
}

export const useRoomPicture = (): RoomPicture => {
  const { keeper } = useDocumentRoom()
  return { ...useSyncExternalStore(keeper.subscribe, keeper.view), keeper }
}

/** Why what is paid for could not be seen here; null where it can, as far as is known. */
export const usePictureBar = (): PictureBar | null => {
  const { keeper, bar } = useDocumentRoom()
  return useSyncExternalStore(keeper.subscribe, bar)
}
