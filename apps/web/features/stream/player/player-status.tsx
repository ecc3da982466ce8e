/** Over the picture: what goes on in the room, and why there is no video or sound. Changes are read out. */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { cardLine } from "../../performers/card-texts.ts"
import { useLocale } from "../../site/page-frame-context.tsx"
import { playerFailureOf, type VideoPhase } from "../media/video-connection-state.ts"
import { serviceErrorText } from "./player-failure-text.ts"
import { missingVideoText, type PlayerState } from "./player-state.ts"

/** What is said besides inside the room. */
function InsideNotes({
  room,
  phase,
  isNotice,
}: {
  readonly room: RoomState
  readonly phase: VideoPhase
  readonly isNotice: boolean
}) {
  const { error, audio, video } = room.player
  // The player's own failure stands over the video; a video that plays has no error.
  const hasOwnStatus = phase._tag === "Playing" || playerFailureOf(phase) !== null
  const failure = hasOwnStatus ? null : serviceErrorText(error)
  // What cannot be shown is not on its way.
  const missing = isNotice || failure !== null ? null : missingVideoText(room, phase)
  return (
    <>
      {failure !== null && (
        <span className="stage-box__more">
          <TextRun>{failure}</TextRun>
        </span>
      )}
      {/* Without video the missing sound is not mentioned. */}
      {audio === "denied" && video !== "denied" && (
        <span className="stage-box__more">{m.stream_sound_denied()}</span>
      )}
      {missing !== null && (
        <span className="stage-box__more">
          <TextRun>{missing}</TextRun>
        </span>
      )}
    </>
  )
}

export interface PlayerStatusProps {
  readonly profile: PerformerProfile
  readonly room: RoomState | null
  readonly state: PlayerState
  readonly phase: VideoPhase
  /** Milliseconds: what "ago" is counted from. */
  readonly now: number
}

export function PlayerStatus({ profile, room, state, phase, now }: PlayerStatusProps) {
  const locale = useLocale()
  const isOffline = profile.onlineStatus === 0 && (room === null || room.mode === "offline")
  return (
    <div className="stage-box__now" role="status">
      <p>
        <TextRun>{state.text}</TextRun>
      </p>
      {isOffline && (
        <span className="stage-box__more">
          <TextRun>{cardLine(profile, now, locale)}</TextRun>
        </span>
      )}
      {room?.presence._tag === "Inside" && (
        <InsideNotes room={room} phase={phase} isNotice={state.isNotice} />
      )}
    </div>
  )
}
