/** Over the video: what is waited for, and the buttons for play, retry, and the way back from stills. */
import { Play, RotateCcw } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { Spinner } from "@foldcast/ui/spinner.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import {
  playerFailureOf,
  type VideoPhase,
  type StillPlan,
} from "../media/video-connection-state.ts"
import { playerFailureText } from "./player-failure-text.ts"
import type { RoomVideo } from "../room/use-room-video.ts"

interface NoticeText {
  readonly text: string | null
  readonly isWaiting: boolean
}

const NOTHING: NoticeText = { text: null, isWaiting: false }

const retrying = ({ hadPicture }: { readonly hadPicture: boolean }): NoticeText => ({
  text: hadPicture ? m.picture_lost() : m.picture_not_yet(),
  isWaiting: true,
})

const noticeOf = (phase: VideoPhase, isStalled: boolean): NoticeText => {
  switch (phase._tag) {
    case "None":
    // The line below the video says it.
    case "Absent":
      return NOTHING
    case "Connecting":
      if (phase.tries > 0) return retrying(phase)
      return isStalled ? { text: m.picture_waiting(), isWaiting: true } : NOTHING
    case "Playing":
      return isStalled ? { text: m.picture_waiting(), isWaiting: true } : NOTHING
    case "Waiting":
      return retrying(phase)
    case "Stopped":
    case "Unplayable": {
      const failure = playerFailureOf(phase)
      return failure === null ? NOTHING : { text: playerFailureText(failure), isWaiting: false }
    }
  }
}

export interface VideoNoticeProps {
  readonly video: RoomVideo
  readonly still: StillPlan
  /** Stills by choice, with a button that leads back to video. */
  readonly isLessData: boolean
  readonly onVideo: () => void
  /** Paused until the visitor presses play. */
  readonly isHeld: boolean
  readonly onPlay: () => void
}

const STILL_TEXTS = { none: null, stills: m.still_every, noneHere: m.still_none_here } as const

export function VideoNotice(props: VideoNoticeProps) {
  const { video, still, isLessData, isHeld, onPlay, onVideo } = props
  const { phase, isStalled, connection } = video
  const { text, isWaiting } = isHeld ? NOTHING : noticeOf(phase, isStalled)
  const stillText = STILL_TEXTS[still]?.()
  return (
    <div className="picture-notice" data-still={still}>
      {/* Mounted before its text, so that the text is read out. */}
      <div role="status">
        {text !== null && (
          <p className="picture-notice__text">
            {isWaiting && <Spinner />}
            <TextRun>{text}</TextRun>
          </p>
        )}
        {stillText !== undefined && (
          <p className="picture-notice__text">
            <TextRun>{stillText}</TextRun>
          </p>
        )}
      </div>
      {still !== "none" && isLessData && (
        <Button onPress={onVideo}>
          <Play size={20} aria-hidden="true" />
          {m.still_to_video()}
        </Button>
      )}
      {phase._tag === "Stopped" && (
        <Button variant="primary" onPress={connection.retry}>
          <RotateCcw size={20} aria-hidden="true" />
          {m.picture_again()}
        </Button>
      )}
      {isHeld && (
        <Button variant="primary" size="large" onPress={onPlay}>
          <Play size={22} aria-hidden="true" />
          {m.picture_play()}
        </Button>
      )}
    </div>
  )
}
