/**
 * The mini player: in a corner while the player is scrolled out of view, and on every other page while this document is
 * in the room. It shows status, cost and sound, leads back and ends it; an end has its next steps. Paid time is never
 * hidden: beside its box it cannot be closed then, elsewhere closing it leaves the room.
 */
import { useRef, useState } from "react"
import { callOf } from "@foldcast/folds/call"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { PaidTimeState, RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../../runtime/react.tsx"
import { CallFigures } from "../../dial-in/call-meter.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { BuyCredits } from "../paid/buy-credits.tsx"
import { isCounted } from "../paid/cost-meter.ts"
import { clockText } from "../../site/clock-text.ts"
import { shownPrice } from "../paid/credit-price.ts"
import { useDocumentRoomView } from "../room/document-room.ts"
import { FreeTimeLeft } from "../paid/free-time.tsx"
import type { MiniPlayerPlacement } from "./mini-player-placement.ts"
import { MiniPlayerControls } from "./mini-player-controls.tsx"
import { MiniPlayerStatus } from "./mini-player-status.tsx"
import { NextSteps } from "./next-steps.tsx"
import { playerState } from "./player-state.ts"
import { LiveVideo } from "../media/live-video.tsx"
import { hasSound, isSilenced, stillPlan } from "../media/video-connection-state.ts"
import { StillPicture } from "./still-picture.tsx"
import { StagePicture } from "./stage-picture.tsx"
import { useMeter } from "../paid/use-meter.ts"
import { useFocusFallback } from "../room/use-focus-fallback.ts"
import { useRoomVideo } from "../room/use-room-video.ts"

function RunningCost({ paid }: { readonly paid: PaidTimeState }) {
  const locale = useLocale()
  const { seconds, credits, secondsLeft, warning } = useMeter(paid)
  return (
    <>
      <p className="mini-player__cost tabular" translate="no">
        <TextRun>{`${clockText(seconds)} · ${m.meter_amount(shownPrice(credits, locale))}`}</TextRun>
        {isCounted(secondsLeft) && (
          <span className="mini-player__left" data-warning={warning}>
            <TextRun>{` · ${m.meter_left()} ${clockText(secondsLeft)}`}</TextRun>
          </span>
        )}
      </p>
      <div className="mini-player__warning" role="status" data-shown={warning !== "none"}>
        {warning !== "none" && (
          <>
            <TextRun>{warning === "one" ? m.meter_one() : m.meter_five()}</TextRun>
            <BuyCredits />
          </>
        )}
      </div>
    </>
  )
}

/** While the room is in view on a phone there is no header, which shows it elsewhere. */
function RunningCallCost() {
  const call = useSite(callOf)
  if (call._tag !== "InCall") return null
  return (
    <p className="mini-player__cost">
      <CallFigures call={call} />
    </p>
  )
}

export interface MiniPlayerProps {
  readonly profile: PerformerProfile
  readonly room: RoomState
  readonly place: Exclude<MiniPlayerPlacement, "none">
  /** The room's stream box; null where the page has none. */
  readonly box: HTMLElement | null
  /** The reason of the end was closed. */
  readonly onRead: () => void
}

/** The stream box that has them is on another page. */
function EndSteps({ profile, room }: Pick<MiniPlayerProps, "profile" | "room">) {
  const { username: name, onlineStatus } = profile
  const { actions } = playerState(room, onlineStatus, name, useLocale())
  return <NextSteps actions={actions} performerId={room.performerId} name={name} />
}

export function MiniPlayer(props: MiniPlayerProps) {
  const { profile, room, place } = props
  const { preferences, isLessData } = useDocumentRoomView()
  const roomVideo = useRoomVideo()
  const { stream, phase, connection } = roomVideo
  const [isHeldBack, setHeldBack] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const still = stillPlan(room, phase, isLessData)
  const [hasStill, setHasStill] = useState(false)
  const isMoving = phase._tag === "Playing" || hasStill
  // Beside its box, the player in the box has the sound and reports frames.
  const isAlone = place === "alone"
  const isHeld = isAlone && isHeldBack && stream !== null
  const { username: name } = profile
  const corner = useRef<HTMLElement>(null)
  useFocusFallback(corner)
  return (
    <aside
      ref={corner}
      tabIndex={-1}
      className="mini-player"
      aria-label={m.mini_player({ name })}
      data-paid={room.paid !== null}
      data-moving={isMoving}
    >
      <div className="mini-player__picture" data-moving={isMoving}>
        <StagePicture profile={profile} />
        {stream !== null && (
          <LiveVideo
            ref={video}
            stream={stream.media}
            stats={stream.stats}
            isMuted={!isAlone || isSilenced(room)}
            volume={preferences.volume}
            isShown={phase._tag === "Playing"}
            label={m.picture_label({ name })}
            {...(isAlone && {
              onFrame: connection.frameDrawn,
              onBroken: connection.playbackFailed,
              onHold: (held: boolean) => {
                setHeldBack(held)
                connection.setHeld(held)
              },
            })}
          />
        )}
        {still === "stills" && (
          <StillPicture
            performerId={room.performerId}
            name={name}
            isShown={hasStill}
            onShown={setHasStill}
          />
        )}
      </div>
      <div className="mini-player__words">
        <MiniPlayerStatus
          profile={profile}
          room={room}
          roomVideo={roomVideo}
          isAlone={isAlone}
          still={still}
          isHeld={isHeld}
        />
        {place === "told" && <EndSteps profile={profile} room={room} />}
        {room.paid === null ? (
          place === "beside" && <RunningCallCost />
        ) : (
          <RunningCost paid={room.paid} />
        )}
        <FreeTimeLeft room={room} />
      </div>
      <MiniPlayerControls
        {...props}
        video={video}
        roomVideo={roomVideo}
        isHeld={isHeld}
        isHeard={place !== "told" && hasSound(room, still)}
      />
    </aside>
  )
}
