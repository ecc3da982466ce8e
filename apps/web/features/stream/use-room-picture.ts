/**
 * The moving picture of the room that this document is in: begun when one is to be had, ended at once when it is not,
 * begun anew in every session of the room, the same from page to page. Callers: room-outside.tsx keeps it, the
 * players show it.
 */
import { useEffect, useSyncExternalStore } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import { type Keeper, useDocumentRoom, useDocumentRoomView } from "./document-room.ts"
import type { PictureView } from "./picture-keeper.ts"
import { wantedPicture } from "./picture-plan.ts"
import type { Watched } from "./whep-session.ts"

export interface RoomPicture extends PictureView<Watched> {
  readonly keeper: Keeper
}

export const useKeptPicture = (room: RoomState): void => {
  const { keeper } = useDocumentRoom()
  const { performerId } = room
  const { isLessData } = useDocumentRoomView()
  const wanted = wantedPicture(room, isLessData)
  const told = room.player.videoTold
  useEffect(() => {
    if (wanted === null) return
    keeper.begin(performerId)
    // A document that is put away ends its connection; one that comes back enters the room anew.
    addEventListener("pagehide", keeper.end)
    return () => {
      removeEventListener("pagehide", keeper.end)
      keeper.end()
    }
  }, [keeper, performerId, wanted])
  useEffect(() => {
    if (told > 0) keeper.told()
  }, [keeper, told])
}

export const useRoomPicture = (): RoomPicture => {
  const { keeper } = useDocumentRoom()
  return { ...useSyncExternalStore(keeper.subscribe, keeper.view), keeper }
}
