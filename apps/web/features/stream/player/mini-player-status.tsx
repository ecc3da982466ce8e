/** What the mini player says: what goes on in the room, and of its video. Changes are read out. */
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { playerFailureOf, type StillPlan } from "../media/video-connection-state.ts"
import { useDocumentRoomView } from "../room/document-room.ts"
import type { RoomVideo } from "../room/use-room-video.ts"
import type { MiniPlayerProps } from "./mini-player.tsx"
import { playerFailureText } from "./player-failure-text.ts"
import { missingVideoText, playerState } from "./player-state.ts"

export interface MiniPlayerStatusProps extends Pick<MiniPlayerProps, "profile" | "room"> {
  readonly roomVideo: RoomVideo
  readonly still: StillPlan
  /** Elsewhere than beside its box, which says the rest itself. */
  readonly isAlone: boolean
  readonly isHeld: boolean
}

export function MiniPlayerStatus(props: MiniPlayerStatusProps) {
  const { profile, room, roomVideo, still, isAlone, isHeld } = props
  const locale = useLocale()
  const { isCameraEnded } = useDocumentRoomView()
  const { phase, isStalled } = roomVideo
  const { text, isNotice } = playerState(room, profile.onlineStatus, profile.username, locale)
  const isInside = room.presence._tag === "Inside"
  // That the service has no video is said in the player.
  const isMissed = isInside && !isNotice && room.player.video !== "unknown"
  const missing = isMissed ? missingVideoText(room, phase) : null
  const failure = playerFailureOf(phase)
  return (
    <div role="status">
      <p>
        <TextRun>{text}</TextRun>
      </p>
      {missing !== null && (
        <p>
          <TextRun>{missing}</TextRun>
        </p>
      )}
      {isAlone && isCameraEnded && <p>{m.camback_off()}</p>}
      {isAlone && failure !== null && (
        <p>
          <TextRun>{playerFailureText(failure)}</TextRun>
        </p>
      )}
      {isAlone && still === "stills" && <p>{m.still_every()}</p>}
      {isAlone && phase._tag === "Playing" && isStalled && !isHeld && <p>{m.picture_waiting()}</p>}
    </div>
  )
}
