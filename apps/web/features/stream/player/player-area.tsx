/** The player: poster, video, status and controls. */
import { useEffect, useRef, useState } from "react"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { isMember } from "@foldcast/folds/account"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { sendInRoom } from "../room/send-in-room.ts"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { cardLine } from "../../performers/card-texts.ts"
import { SiteLinkButton } from "../../site/site-link-button.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { useDialogOpener } from "../../site/use-dialog-opener.ts"
import { BuyCredits } from "../paid/buy-credits.tsx"
import { useDocumentRoom, useDocumentRoomView } from "../room/document-room.ts"
import { leaveNativeFullScreen } from "../room/full-screen.ts"
import { LiveVideo } from "../media/live-video.tsx"
import { VideoNotice } from "./video-notice.tsx"
import {
  playerFailureOf,
  hasSound,
  isBlurred,
  usesLessData,
  isSilenced,
  type VideoPhase,
  stillPlan,
} from "../media/video-connection-state.ts"
import { PlayerControls } from "./player-controls.tsx"
import { PlayerCost } from "./player-cost.tsx"
import { serviceErrorText } from "./player-failure-text.ts"
import { missingVideoText, type PlayerAction, playerState } from "./player-state.ts"
import { StillPicture } from "./still-picture.tsx"
import { StagePicture } from "./stage-picture.tsx"
import type { RoomVideo } from "../room/use-room-video.ts"
import { useSound } from "./use-sound.ts"

function WatchFree({
  performerId,
  variant,
}: {
  readonly performerId: string
  readonly variant: "primary" | "secondary"
}) {
  const runtime = useRuntime()
  return (
    <Button
      variant={variant}
      onPress={() => {
        sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "free" })
      }}
    >
      {m.stream_watch_again()}
    </Button>
  )
}

function NextStep({
  action,
  performerId,
  name,
  creditsKicked,
}: {
  readonly action: PlayerAction
  readonly name: string
  readonly performerId: string
  readonly creditsKicked: boolean
}) {
  const { dispatch } = useRuntime()
  const register = useDialogOpener("register")
  const hasMember = useSite(isMember)
  switch (action) {
    case "none":
      return null
    case "watch":
      return <WatchFree performerId={performerId} variant="primary" />
    case "register":
      return (
        <Button variant="primary" {...register}>
          {m.stream_create_account()}
        </Button>
      )
    case "message":
      return hasMember ? (
        <SiteLinkButton variant="primary" page="messenger-performer" params={{ performer: name }}>
          {m.vip_kicked_message()}
        </SiteLinkButton>
      ) : (
        <Button
          variant="primary"
          {...register}
          onPress={() => {
            // The message goes to this performer after the log-in (CHAT-26).
            dispatch({ _tag: "MessageWanted", performerId })
            register.onPress()
          }}
        >
          {m.vip_kicked_message()}
        </Button>
      )
    case "buy":
      return (
        <div className="actions__row">
          <BuyCredits variant="primary" />
          {/* Watching costs nothing. */}
          {creditsKicked && <WatchFree performerId={performerId} variant="secondary" />}
        </div>
      )
  }
}

function PictureText({ room, phase }: { readonly room: RoomState; readonly phase: VideoPhase }) {
  const text = missingVideoText(room, phase)
  return text === null ? null : (
    <span className="stage-box__more">
      <TextRun>{text}</TextRun>
    </span>
  )
}

export interface PlayerAreaProps {
  readonly profile: PerformerProfile
  readonly room: RoomState | null
  readonly roomVideo: RoomVideo
  /** Milliseconds: what "ago" is counted from. */
  readonly now: number
}

export function PlayerArea({ profile, room, roomVideo, now }: PlayerAreaProps) {
  const locale = useLocale()
  const player = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const { setLessData } = useDocumentRoom()
  const { preferences, isLessData } = useDocumentRoomView()
  const [hasCaptions, setHasCaptions] = useState(false)
  const [isHeldBack, setHeldBack] = useState(false)
  const { username: name, performerId, onlineStatus } = profile
  const { text, isNotice, action } = playerState(room, onlineStatus, name, locale)
  const isOffline = onlineStatus === 0 && (room === null || room.mode === "offline")
  const isInside = room?.presence._tag === "Inside"
  const { phase, stream, connection } = roomVideo
  const isMoving = phase._tag === "Playing"
  const still = stillPlan(room, phase, isLessData)
  const [hasStill, setHasStill] = useState(false)
  const paid = room?.paid ?? null
  const isPaid = paid !== null
  useEffect(() => {
    if (isPaid) leaveNativeFullScreen(video.current)
  }, [isPaid])
  const isHeld = isHeldBack && stream !== null
  const isMuted = room?.isMuted ?? true
  const sound = useSound({ isMuted })
  // The player's own failure stands over the video; a video that plays has no error.
  const hasOwnStatus = isMoving || playerFailureOf(phase) !== null
  const error = hasOwnStatus ? null : serviceErrorText(room?.player.error ?? null)
  const isHeard = room !== null && hasSound(room, still)
  // Without video the missing sound is not mentioned.
  const saysSilent = isInside && room.player.audio === "denied" && room.player.video !== "denied"
  const hold = (isPaused: boolean) => {
    setHeldBack(isPaused)
    connection.setHeld(isPaused)
  }
  return (
    <div
      ref={player}
      className="stage-box player"
      data-notice={isNotice}
      data-moving={isMoving || hasStill}
      data-curtain={room !== null && isBlurred(room)}
    >
      <div className="player__stage">
        <StagePicture profile={profile} />
        {stream !== null && (
          <LiveVideo
            ref={video}
            stream={stream.media}
            stats={stream.stats}
            isMuted={room === null || isSilenced(room)}
            volume={preferences.volume}
            isShown={isMoving}
            label={m.picture_label({ name })}
            showsCaptions={preferences.showsCaptions}
            onFrame={connection.frameDrawn}
            onHold={hold}
            onBroken={connection.playbackFailed}
            onCaptions={setHasCaptions}
          />
        )}
        {still === "stills" && (
          <StillPicture
            performerId={performerId}
            name={name}
            isShown={hasStill}
            onShown={setHasStill}
          />
        )}
        {isInside && (
          <VideoNotice
            video={roomVideo}
            still={still}
            isLessData={usesLessData(room, isLessData)}
            onVideo={() => {
              setLessData(false)
            }}
            isHeld={isHeld}
            sound={isHeard ? sound : null}
            onPlay={() => {
              // Inside a press browsers allow sound; where play() is refused, the button stays.
              video.current?.play().catch(() => {})
            }}
          />
        )}
      </div>
      {/* A status that changes is read out. */}
      <div className="stage-box__now" role="status">
        <p>
          <TextRun>{text}</TextRun>
        </p>
        {isOffline && (
          <span className="stage-box__more">
            <TextRun>{cardLine(profile, now, locale)}</TextRun>
          </span>
        )}
        {isInside && error !== null && (
          <span className="stage-box__more">
            <TextRun>{error}</TextRun>
          </span>
        )}
        {saysSilent && <span className="stage-box__more">{m.stream_sound_denied()}</span>}
        {isInside && !isNotice && <PictureText room={room} phase={phase} />}
      </div>
      {action !== "none" && (
        <div className="player__next">
          <NextStep
            action={action}
            performerId={performerId}
            name={name}
            creditsKicked={room?.creditsKicked === true}
          />
        </div>
      )}
      {isInside && (
        <PlayerControls
          room={room}
          player={player}
          video={video}
          isMoving={isMoving}
          isHeard={isHeard}
          hasCaptions={hasCaptions && stream !== null}
        />
      )}
      {room !== null && paid !== null && <PlayerCost room={room} name={name} paid={paid} />}
    </div>
  )
}
