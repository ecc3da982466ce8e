/**
 * The stream box of a profile: player, conversation, tips, VIP and cost. It joins free by itself; what costs something
 * waits for a press.
 */
import "./background-room.tsx"
import { type RefObject, useLayoutEffect, useRef, useState } from "react"
import { type LiveTab, TAB } from "@foldcast/contracts/client-facts/live-tab"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { RoomState } from "@foldcast/folds/room-state"
import { goesOnFree } from "@foldcast/folds/session-end"
import { isOnline } from "@foldcast/rules/performer-status"
import { useRuntime } from "../../runtime/react.tsx"
import { PartFailure } from "../site/part-failure.tsx"
import { RecoveryBoundary } from "../site/recovery-boundary.tsx"
import { ActionBar } from "./paid/action-bar.tsx"
import { CamBackBadge } from "./cam-back/cam-back-badge.tsx"
import { isCamBackBeingSetUp } from "./cam-back/cam-back-state.ts"
import { CamBackWindow } from "./cam-back/cam-back-window.tsx"
import { ChatPanel } from "./chat/chat-panel.tsx"
import { InterruptedSession } from "./paid/interrupted-session.tsx"
import { useDocumentRoom } from "./room/document-room.ts"
import { PlayerArea } from "./player/player-area.tsx"
import { PlayerFallback } from "./player/player-failure.tsx"
import { ReceiptCard } from "./paid/receipt.tsx"
import { useCamBack } from "./cam-back/use-cam-back.ts"
import { useFocusFallback } from "./room/use-focus-fallback.ts"
import { useLiveRoom } from "./room/use-live-room.ts"
import { useMiniPlayer } from "./player/use-mini-player.ts"
import { useRoomHeights } from "./room/use-room-heights.ts"
import { useRoomVideo } from "./room/use-room-video.ts"

export interface StreamProps {
  readonly profile: PerformerProfile
  /** As upstream names it; null: not told. */
  readonly chatLocale: string | null
  /** Milliseconds: what "ago" is counted from. */
  readonly now: number
}

const NOTHING_PAID = { paid: null, receipt: null }

/**
 * Whether the stage takes a phone's whole screen, from the first paint on: she is there, and nothing says that this
 * visitor is not let in. The site's header is hidden then (SHELL-18).
 */
const isLive = (room: RoomState | null, onlineStatus: number): boolean => {
  switch (room?.presence._tag) {
    case "Inside":
      return true
    // Free chat follows by itself.
    case "Ended":
      return goesOnFree(room.presence) && isOnline(onlineStatus)
    case "Refused":
      return false
    case "Joining":
    case "Outside":
    case undefined:
      return isOnline(onlineStatus)
  }
}

/** Tells the document whose room it is in, and that this box shows it. */
const useAttachedBox = (
  profile: PerformerProfile,
  box: RefObject<HTMLElement | null>,
  isRoomOfThis: boolean,
) => {
  const { setProfile, attachBox } = useDocumentRoom()
  const { performerId } = profile
  useLayoutEffect(() => {
    const { current } = box
    return current === null ? undefined : attachBox({ performerId, element: current })
  }, [box, performerId, attachBox])
  useLayoutEffect(() => {
    if (isRoomOfThis) setProfile(profile)
  }, [setProfile, isRoomOfThis, profile])
}

export function StreamBox({ profile, chatLocale, now }: StreamProps) {
  const { performerId, username, onlineStatus } = profile
  const { dispatch } = useRuntime()
  const room = useLiveRoom(performerId, onlineStatus)
  const roomVideo = useRoomVideo()
  const camBack = useCamBack(performerId)
  const [chosen, setChosen] = useState<LiveTab>(TAB.public)
  const { paid, receipt } = room ?? NOTHING_PAID
  const tab = room?.tabs.active ?? chosen
  const isInside = room?.presence._tag === "Inside"
  const box = useRef<HTMLElement>(null)
  useAttachedBox(profile, box, room !== null)
  useMiniPlayer(box, isInside)
  const keepFocus = useFocusFallback(box)
  useRoomHeights(box)
  const choose = (next: LiveTab) => {
    setChosen(next)
    if (room !== null) dispatch({ _tag: "LiveTabSelected", tab: next })
  }
  return (
    <section
      ref={box}
      className="stream"
      data-live={isLive(room, onlineStatus)}
      data-mode={room?.presence._tag === "Inside" ? room.presence.mode : undefined}
      aria-label={username}
      tabIndex={-1}
    >
      <div className="stream__main">
        <RecoveryBoundary
          fallback={<PlayerFallback room={room} name={username} onStop={keepFocus} />}
        >
          <PlayerArea
            profile={profile}
            room={room}
            roomVideo={roomVideo}
            now={now}
            onStop={keepFocus}
          />
        </RecoveryBoundary>
        <RecoveryBoundary>
          {receipt?.performerId === performerId && (
            <ReceiptCard name={username} receipt={receipt} isInside={isInside} />
          )}
        </RecoveryBoundary>
        <RecoveryBoundary>
          <InterruptedSession paid={paid} receipt={receipt} />
        </RecoveryBoundary>
      </div>
      <RecoveryBoundary fallback={<PartFailure />}>
        <ActionBar profile={profile} room={room} tab={tab} camBack={camBack} />
      </RecoveryBoundary>
      <RecoveryBoundary fallback={<PartFailure />}>
        <ChatPanel
          name={username}
          performerId={performerId}
          room={room}
          tab={tab}
          onTab={choose}
          chatLocale={chatLocale}
          isOnline={isOnline(onlineStatus)}
        />
      </RecoveryBoundary>
      <RecoveryBoundary>
        {isCamBackBeingSetUp(camBack.phase) && <CamBackWindow name={username} own={camBack} />}
      </RecoveryBoundary>
      <RecoveryBoundary isTopLayer>
        <CamBackBadge name={username} own={camBack} />
      </RecoveryBoundary>
    </section>
  )
}
