/**
 * The room that this document is in, on whatever page: reactions, video, reports, the mini player and the receipt. It
 * is left by closing it, by joining another performer's, with the session and with the document; following a link
 * leaves it as it is.
 */
import { useEffect, useState } from "react"
import type { Presence, RoomState } from "@foldcast/folds/room-state"
import { isInCall } from "@foldcast/folds/call"
import { roomReactions } from "@foldcast/reactions/room"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { backgroundRoomSlot } from "../site/background-room-slot.ts"
import { RecoveryBoundary } from "../site/recovery-boundary.tsx"
import { useDocumentRoom, useDocumentRoomView } from "./room/document-room.ts"
import { MiniPlayer } from "./player/mini-player.tsx"
import { miniPlayerPlacement } from "./player/mini-player-placement.ts"
import { forgetPaidSession, keepPaidSession } from "./paid/paid-session-draft.ts"
import { IntentOffer } from "./paid/intent-offer.tsx"
import { PaidSessionGuard } from "./paid/paid-session-guard.tsx"
import { hasPaidBar } from "./paid/paid-bar.tsx"
import { PaidStrip } from "./paid/paid-strip.tsx"
import { ReceiptNotice } from "./paid/receipt-notice.tsx"
import { sendInRoom } from "./room/send-in-room.ts"
import { useVideoLifecycle } from "./room/use-room-video.ts"
import { useThrottledRoom } from "./room/use-throttled-room.ts"
import { useVideoReports } from "./room/use-video-reports.ts"

const useRoomReactions = () => {
  const runtime = useRuntime()
  const { view } = useDocumentRoom()
  useEffect(() => {
    const isAt = (performerId: string) => view().box?.performerId === performerId
    const reactions = roomReactions(runtime.state$, { isAt }).subscribe((effect) => {
      if (effect._tag === "SendCommand") sendInRoom(runtime, effect.command)
      else runtime.dispatch(effect.fact)
    })
    return () => {
      reactions.unsubscribe()
    }
  }, [runtime, view])
}

const useLeftWithDocument = () => {
  const runtime = useRuntime()
  useEffect(() => {
    const leave = () => {
      const { room } = runtime.getState()
      if (room?.presence._tag !== "Inside") return
      const { performerId } = room
      sendInRoom(runtime, { _tag: "LeaveRoom", performerId, reason: "unloaded" })
    }
    // In the capture phase, before the document's stream ends.
    addEventListener("pagehide", leave, { capture: true })
    return () => {
      removeEventListener("pagehide", leave, { capture: true })
    }
  }, [runtime])
}

/** A reload ends paid time; the tab remembers that there was some (interrupted-session.tsx). */
const useNotedPaidSession = ({ paid, receipt }: RoomState) => {
  const { drafts } = useRuntime()
  const running = paid?.sessionId ?? null
  const isSettled = running === null && receipt !== null
  useEffect(() => {
    if (running !== null) keepPaidSession(drafts, running)
    if (isSettled) forgetPaidSession(drafts)
  }, [drafts, isSettled, running])
}

function BackgroundRoomParts({ room }: { readonly room: RoomState }) {
  const { dispatch } = useRuntime()
  const { profile, box } = useDocumentRoomView()
  const [read, setRead] = useState<Presence | null>(null)
  useRoomReactions()
  useLeftWithDocument()
  useVideoLifecycle()
  useVideoReports(room)
  useNotedPaidSession(room)
  const { presence, miniPlayer } = room
  const isCalling = useSite(isInCall)
  const hasBox = box?.performerId === room.performerId
  // The stream box shows the end itself.
  if (hasBox && read !== presence) setRead(presence)
  const place = miniPlayerPlacement(room, { hasBox, read })
  const isUnreported = place === "alone" && presence._tag === "Inside" && !miniPlayer
  useEffect(() => {
    if (isUnreported) dispatch({ _tag: "MiniPlayerShown" })
  }, [dispatch, isUnreported])
  return (
    <>
      <RecoveryBoundary>
        <ReceiptNotice />
      </RecoveryBoundary>
      <RecoveryBoundary>
        {profile?.performerId === room.performerId && (
          <>
            <PaidSessionGuard room={room} name={profile.username} />
            <IntentOffer room={room} name={profile.username} hasBox={hasBox} />
          </>
        )}
      </RecoveryBoundary>
      <RecoveryBoundary>
        {place === "none" && (hasPaidBar(room) || isCalling) && (
          <PaidStrip room={room} name={profile?.username ?? ""} />
        )}
      </RecoveryBoundary>
      <RecoveryBoundary>
        {place !== "none" && profile?.performerId === room.performerId && (
          <MiniPlayer
            profile={profile}
            room={room}
            place={place}
            box={box?.element ?? null}
            onRead={() => {
              setRead(presence)
            }}
          />
        )}
      </RecoveryBoundary>
    </>
  )
}

function BackgroundRoom() {
  const room = useThrottledRoom()
  return room === null ? null : <BackgroundRoomParts room={room} />
}

backgroundRoomSlot.Component = BackgroundRoom
