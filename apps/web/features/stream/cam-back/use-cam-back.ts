/**
 * The camera session of a stream box. It ends with the paid session in which the camera was opened, and with the
 * page.
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
    const subscription = state$.subscribe(session.roomChanged)
    // A page in the back-forward cache comes back with the camera off.
    addEventListener("pagehide", session.stop)
    return () => {
      subscription.unsubscribe()
      removeEventListener("pagehide", session.stop)
      if (isCamBackOn(session.view().phase)) cameraEnded()
      session.stop()
    }
  }, [session, state$, cameraEnded])
  return { ...useSyncExternalStore(session.subscribe, session.view, session.view), session }
}
