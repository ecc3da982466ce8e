/**
 * The visitor's own camera in the room that this document is in, and where it stands. It ends with the session that
 * it was asked for in, and with the page.
 */
import { useEffect, useState, useSyncExternalStore } from "react"
import { useRuntime } from "../../../runtime/react.tsx"
import { CamBackSession, type CamBackView } from "./cam-back-session.ts"
import { roomCamBackOf, isCamBackOn } from "./cam-back-state.ts"
import { useDocumentRoom } from "../room/document-room.ts"
import {
  closeCamera,
  openCamera,
  type OwnCamera,
  withoutMicrophone,
  withMicrophone,
} from "./own-camera.ts"
import { sendCamera } from "../media/whip-session.ts"

export interface OwnCamBack extends CamBackView<OwnCamera> {
  readonly session: CamBackSession<OwnCamera>
}

export const useCamBack = (performerId: string): OwnCamBack => {
  const { visitNow, getState, send, state$ } = useRuntime()
  const { cameraEnded } = useDocumentRoom()
  const [session] = useState(
    () =>
      new CamBackSession<OwnCamera>({
        open: openCamera,
        close: closeCamera,
        withSound: withMicrophone,
        withoutSound: withoutMicrophone,
        show: ({ stream }, signal, onConnected) =>
          sendCamera({ performerId, visit: visitNow() ?? "", stream, signal, onConnected }),
        sendStart: () => send({ _tag: "StartCamBack", performerId }),
        sendStop: () => send({ _tag: "StopCamBack", performerId }),
        roomCamBack: () => roomCamBackOf(getState(), performerId),
        now: () => performance.now(),
        random: Math.random,
      }),
  )
  useEffect(() => {
    const words = state$.subscribe(session.roomChanged)
    // A document that is put away shows nobody anything, and comes back with the camera off.
    addEventListener("pagehide", session.stop)
    return () => {
      words.unsubscribe()
      removeEventListener("pagehide", session.stop)
      if (isCamBackOn(session.view().phase)) cameraEnded()
      session.stop()
    }
  }, [session, state$, cameraEnded])
  return { ...useSyncExternalStore(session.subscribe, session.view, session.view), session }
}
