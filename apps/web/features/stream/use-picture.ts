/**
 * The moving picture of the room that this document is in, and where it stands: begun when one is to be had,
 * ended at once when it is not, begun anew in every session of the room. Caller: the stream box.
 */
import { useEffect, useState, useSyncExternalStore } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import { useRuntime } from "../../runtime/react.tsx"
import { PictureKeeper, type PictureView } from "./picture-keeper.ts"
import { wantedPicture } from "./picture-plan.ts"
import { watchRoom } from "./whep-session.ts"

export type Keeper = PictureKeeper<MediaStream>

export interface RoomPicture extends PictureView<MediaStream> {
  readonly keeper: Keeper
}

export const usePicture = (
  performerId: string,
  room: RoomState | null,
  isLessData: boolean,
): RoomPicture => {
  const { visitNow } = useRuntime()
  const [keeper] = useState(
    (): Keeper =>
      new PictureKeeper<MediaStream>({
        open:
          "RTCPeerConnection" in globalThis
            ? (performerId, signal, onStream) =>
                watchRoom({ performerId, visit: visitNow() ?? "", signal, onStream })
            : null,
        now: () => performance.now(),
        random: Math.random,
        isHidden: () => document.hidden,
      }),
  )
  const wanted = wantedPicture(room, isLessData)
  const told = room?.player.videoTold ?? 0
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
  return { ...useSyncExternalStore(keeper.subscribe, keeper.view), keeper }
}
