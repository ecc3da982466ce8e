/** The player's picture: poster, video or stills, and the notices over them. */
import { type RefObject, useState } from "react"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { LiveVideo } from "../media/live-video.tsx"
import { isSilenced, type StillPlan, usesLessData } from "../media/video-connection-state.ts"
import { useDocumentRoom, useDocumentRoomView } from "../room/document-room.ts"
import type { RoomVideo } from "../room/use-room-video.ts"
import { SoundOffer } from "./sound-offer.tsx"
import { StagePicture } from "./stage-picture.tsx"
import { StillPicture } from "./still-picture.tsx"
import { VideoNotice } from "./video-notice.tsx"

export interface PlayerStageProps {
  readonly profile: PerformerProfile
  readonly room: RoomState | null
  readonly roomVideo: RoomVideo
  readonly video: RefObject<HTMLVideoElement | null>
  readonly still: StillPlan
  readonly hasStill: boolean
  readonly onStill: (hasStill: boolean) => void
  /** Whether sound can be turned on. */
  readonly isHeard: boolean
  readonly onCaptions: (hasCaptions: boolean) => void
}

export function PlayerStage(props: PlayerStageProps) {
  const { profile, room, roomVideo, video, still, hasStill, onStill, isHeard, onCaptions } = props
  const { performerId, username: name } = profile
  const { phase, stream, connection } = roomVideo
  const { setLessData } = useDocumentRoom()
  const { preferences, isLessData } = useDocumentRoomView()
  const [isHeldBack, setHeldBack] = useState(false)
  const hold = (isPaused: boolean) => {
    setHeldBack(isPaused)
    connection.setHeld(isPaused)
  }
  return (
    <div className="player__stage">
      <StagePicture profile={profile} />
      {stream !== null && (
        <LiveVideo
          ref={video}
          stream={stream.media}
          stats={stream.stats}
          isMuted={room === null || isSilenced(room)}
          volume={preferences.volume}
          isShown={phase._tag === "Playing"}
          label={m.picture_label({ name })}
          showsCaptions={preferences.showsCaptions}
          onFrame={connection.frameDrawn}
          onHold={hold}
          onBroken={connection.playbackFailed}
          onCaptions={onCaptions}
        />
      )}
      {still === "stills" && (
        <StillPicture performerId={performerId} name={name} isShown={hasStill} onShown={onStill} />
      )}
      {room?.presence._tag === "Inside" && (
        <VideoNotice
          video={roomVideo}
          still={still}
          isLessData={usesLessData(room, isLessData)}
          onVideo={() => {
            setLessData(false)
          }}
          isHeld={isHeldBack && stream !== null}
          onPlay={() => {
            // Inside a press browsers allow sound; where play() is refused, the button stays.
            video.current?.play().catch(() => {})
          }}
        />
      )}
      {room !== null && isHeard && phase._tag === "Playing" && !isHeldBack && (
        <SoundOffer room={room} />
      )}
    </div>
  )
}
