/**
 * The visitor's own camera in the room that this document is in, and where it stands. It ends with the session that
 * it was asked for in, and with the page.
 */
import { useEffect, useState, useSyncExternalStore } from "react"
import { useRuntime } from "../../../runtime/react.tsx"
import { CamBackKeeper, type CamBackView } from "./cam-back-session.ts"
import { camBackWord, isShown } from "./cam-back-state.ts"
import { useDocumentRoom } from "../room/document-room.ts"
import { closeCamera, openCamera, type OwnCamera, withoutSound, withSound } from "./own-camera.ts"
import { showCamera } from "../media/whip-session.ts"

export interface OwnCamBack extends CamBackView<OwnCamera> {
  readonly keeper: CamBackKeeper<OwnCamera>
}

export const useCamBack = (performerId: string): OwnCamBack => {
  const { visitNow, getState, send, state$ } = useRuntime()
  const { cameraEnded } = useDocumentRoom()
  const [keeper] = useState(
    () =>
      new CamBackKeeper<OwnCamera>({
        open: openCamera,
        close: closeCamera,
        withSound,
        withoutSound,
        show: ({ stream }, signal, onConnected) =>
          showCamera({ performerId, visit: visitNow() ?? "", stream, signal, onConnected }),
        sendStart: () => send({ _tag: "StartCamBack", performerId }),
        sendStop: () => send({ _tag: "StopCamBack", performerId }),
        word: () => camBackWord(getState(), performerId),
        now: () => performance.now(),
        random: Math.random,
      }),
  )
  useEffect(() => {
    const words = state$.subscribe(keeper.told)
    // A document that is put away shows nobody anything, and comes back with the camera off.
    addEventListener("pagehide", keeper.stop)
    return () => {
      words.unsubscribe()
      removeEventListener("pagehide", keeper.stop)
      if (isShown(keeper.view().phase)) cameraEnded()
      keeper.stop()
    }
  }, [keeper, state$, cameraEnded])
  return { ...useSyncExternalStore(keeper.subscribe, keeper.view, keeper.view), keeper }
}
