/**
 * The stream on a profile: the player over its poster, the conversation with its tabs, tips, VIP, what it costs. It
 * joins by itself what is free; what costs something waits for a press.
 */
import "./room-outside.tsx"
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { LiveTab } from "@foldcast/contracts/client-facts/live-tab"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { isOnline } from "@foldcast/rules/performer-status"
import { useRuntime } from "../../runtime/react.tsx"
import { PartFailure } from "../site/part-failure.tsx"
import { RecoveryBoundary } from "../site/recovery-boundary.tsx"
import { ActionBar } from "./action-bar.tsx"
import { CamBackBadge } from "./cam-back-badge.tsx"
import { isAskedFor } from "./cam-back-plan.ts"
import { CamBackWindow } from "./cam-back-window.tsx"
import { ChatPanel } from "./chat-panel.tsx"
import { CostWarning } from "./cost-meter.tsx"
import { CutShort } from "./cut-short.tsx"
import { useDocumentRoom } from "./document-room.ts"
import { useFullScreen } from "./full-screen.ts"
import { PlayerArea } from "./player-area.tsx"
import { PlayerFailure } from "./player-failure.tsx"
import { Receipt } from "./receipt.tsx"
import type { StreamProps } from "./stream.tsx"
import { useCamBack } from "./use-cam-back.ts"
import { useKeptFocus } from "./use-kept-focus.ts"
import { useLiveRoom } from "./use-live-room.ts"
import { useMiniPlayer } from "./use-mini-player.ts"
import { useRoomPicture } from "./use-room-picture.ts"

const NOTHING_PAID = { paid: null, receipt: null }

/** On a phone the header makes room for who is looked at (SHELL-18). */
const useHeaderAway = (isActive: boolean) => {
  useEffect(() => {
    if (!isActive) return
    const { dataset } = document.documentElement
    dataset["stream"] = "active"
    return () => {
      delete dataset["stream"]
    }
  }, [isActive])
}

/** Tells the rest of the document whose room it is in, and that this box shows it. */
const useShownHere = (
  profile: PerformerProfile,
  box: RefObject<HTMLElement | null>,
  isRoomOfThis: boolean,
) => {
  const { isOf, showsIn } = useDocumentRoom()
  const { performerId } = profile
  useLayoutEffect(() => {
    const { current } = box
    return current === null ? undefined : showsIn({ performerId, element: current })
  }, [box, performerId, showsIn])
  useLayoutEffect(() => {
    if (isRoomOfThis) isOf(profile)
  }, [isOf, isRoomOfThis, profile])
}

export function StreamBox({ profile, chatLocale, now }: StreamProps) {
  const { performerId, username, onlineStatus } = profile
  const { dispatch } = useRuntime()
  const room = useLiveRoom(performerId, onlineStatus)
  const picture = useRoomPicture()
  const camBack = useCamBack(performerId)
  const [chosen, setChosen] = useState<LiveTab>(0)
  const { paid, receipt } = room ?? NOTHING_PAID
  const tab = room?.tabs.active ?? chosen
  const isInside = room?.presence._tag === "Inside"
  const isFilled = useFullScreen() !== null
  useHeaderAway(isInside)
  const box = useRef<HTMLElement>(null)
  useShownHere(profile, box, room !== null)
  useMiniPlayer(box, isInside)
  useKeptFocus(box)
  const choose = (next: LiveTab) => {
    setChosen(next)
    if (room !== null) dispatch({ _tag: "LiveTabSelected", tab: next })
  }
  return (
    <section ref={box} className="stream" aria-label={username} tabIndex={-1}>
      <div className="stream__main">
        <RecoveryBoundary fallback={<PlayerFailure room={room} name={username} />}>
          <PlayerArea profile={profile} room={room} picture={picture} now={now} />
        </RecoveryBoundary>
        <RecoveryBoundary>
          {paid !== null && !isFilled && <CostWarning paid={paid} />}
        </RecoveryBoundary>
        <RecoveryBoundary>
          {receipt?.performerId === performerId && (
            <Receipt receipt={receipt} isInside={isInside} />
          )}
        </RecoveryBoundary>
        <RecoveryBoundary>
          <CutShort paid={paid} receipt={receipt} />
        </RecoveryBoundary>
      </div>
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
      <RecoveryBoundary fallback={<PartFailure />}>
        <ActionBar profile={profile} room={room} camBack={camBack} />
      </RecoveryBoundary>
      <RecoveryBoundary>
        {isAskedFor(camBack.phase) && <CamBackWindow name={username} own={camBack} />}
      </RecoveryBoundary>
      <RecoveryBoundary isTopLayer>
        <CamBackBadge name={username} own={camBack} />
      </RecoveryBoundary>
    </section>
  )
}
