/** The player: the picture, and over it status, what to do about it, controls and the cost of paid time. */
import { useEffect, useRef, useState } from "react"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { RoomState } from "@foldcast/folds/room-state"
import { useLocale } from "../../site/page-frame-context.tsx"
import { hasSound, isBlurred, stillPlan } from "../media/video-connection-state.ts"
import { useDocumentRoomView } from "../room/document-room.ts"
import { leaveNativeFullScreen } from "../room/full-screen.ts"
import type { RoomVideo } from "../room/use-room-video.ts"
import { NextSteps } from "./next-steps.tsx"
import { PlayerControls } from "./player-controls.tsx"
import { PlayerCost } from "./player-cost.tsx"
import { PlayerFacts } from "./player-facts.tsx"
import { PlayerStage } from "./player-stage.tsx"
import { isElsewhere, playerState } from "./player-state.ts"
import { PlayerStatus } from "./player-status.tsx"
import { StageMoments } from "./stage-moments.tsx"
import { useIdle } from "./use-idle.ts"
import { WhileAway } from "./while-away.tsx"

export interface PlayerAreaProps {
  readonly profile: PerformerProfile
  readonly room: RoomState | null
  readonly roomVideo: RoomVideo
  /** Milliseconds: what "ago" is counted from. */
  readonly now: number
  /** Called before VIP ends by its button here. */
  readonly onStop: () => void
}

export function PlayerArea({ profile, room, roomVideo, now, onStop }: PlayerAreaProps) {
  const locale = useLocale()
  const player = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const { isLessData } = useDocumentRoomView()
  const [hasCaptions, setHasCaptions] = useState(false)
  const [hasStill, setHasStill] = useState(false)
  const { username: name, performerId, onlineStatus } = profile
  const { phase, stream } = roomVideo
  const state = playerState(room, onlineStatus, name, locale)
  const still = stillPlan(room, phase, isLessData)
  const isMoving = phase._tag === "Playing"
  const isHeard = room !== null && hasSound(room, still)
  const isPaid = room !== null && room.paid !== null
  const isIdle = useIdle(player)
  useEffect(() => {
    if (isPaid) leaveNativeFullScreen(video.current)
  }, [isPaid])
  return (
    <div
      ref={player}
      className="stage-box player ui-dark"
      data-notice={state.isNotice}
      data-idle={isIdle}
      data-moving={isMoving || hasStill}
      data-curtain={room !== null && isBlurred(room)}
    >
      <PlayerStage
        profile={profile}
        room={room}
        roomVideo={roomVideo}
        video={video}
        still={still}
        hasStill={hasStill}
        onStill={setHasStill}
        isHeard={isHeard}
        onCaptions={setHasCaptions}
      />
      {room?.presence._tag === "Inside" && (
        <>
          <StageMoments room={room} />
          <PlayerFacts room={room} />
        </>
      )}
      <PlayerStatus profile={profile} room={room} state={state} phase={phase} now={now} />
      {state.actions.length > 0 && (
        <div className="player__next">
          <NextSteps actions={state.actions} performerId={performerId} name={name} />
        </div>
      )}
      {isElsewhere(room, onlineStatus) && (
        <WhileAway profile={profile} isLoud={state.actions.length === 0} />
      )}
      {room?.presence._tag === "Inside" && (
        <PlayerControls
          room={room}
          player={player}
          video={video}
          isMoving={isMoving}
          isHeard={isHeard}
          hasCaptions={hasCaptions && stream !== null}
        />
      )}
      {room !== null && <PlayerCost room={room} name={name} onStop={onStop} />}
    </div>
  )
}
