/**
 * The mini player: in a corner while the player is scrolled out of view, and on every other page while this document is
 * in the room. It shows status, cost and sound, leads back and ends it. Paid time is never hidden: beside its box it
 * cannot be closed then, elsewhere closing it leaves the room.
 */
import { ArrowUp, Play, RotateCcw, Undo2, X } from "lucide-react"
import { useRef, useState } from "react"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { isPending } from "@foldcast/folds/pending"
import type { PaidTimeState, RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { SiteLink } from "../../site/site-link.tsx"
import { BuyCredits } from "../paid/buy-credits.tsx"
import { clockText } from "../paid/cost-meter.ts"
import { shownPrice } from "../paid/credit-price.ts"
import { useDocumentRoomView } from "../room/document-room.ts"
import { FreeTimeLeft } from "../paid/free-time.tsx"
import type { MiniPlayerPlacement } from "./mini-player-placement.ts"
import { LiveVideo } from "../media/live-video.tsx"
import {
  playerFailureOf,
  hasSound,
  isSilenced,
  stillPlan,
} from "../media/video-connection-state.ts"
import { playerFailureText } from "./player-failure-text.ts"
import { missingVideoText, playerState } from "./player-state.ts"
import { sendInRoom } from "../room/send-in-room.ts"
import { SoundButton } from "./sound-button.tsx"
import { StillPicture } from "./still-picture.tsx"
import { StagePicture } from "./stage-picture.tsx"
import { useMeter } from "../paid/use-meter.ts"
import { useRoomVideo } from "../room/use-room-video.ts"

const isLeavePending = isPending("LeaveRoom")

function RunningCost({ paid }: { readonly paid: PaidTimeState }) {
  const locale = useLocale()
  const { seconds, credits, warning } = useMeter(paid)
  return (
    <>
      <p className="mini-player__cost tabular" translate="no">
        {`${clockText(seconds)} · ${m.meter_amount(shownPrice(credits, locale))}`}
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

export interface MiniPlayerProps {
  readonly profile: PerformerProfile
  readonly room: RoomState
  readonly place: Exclude<MiniPlayerPlacement, "none">
  /** The room's stream box; null where the page has none. */
  readonly box: HTMLElement | null
  /** The reason of the end was closed. */
  readonly onRead: () => void
}

/** The focus would be lost with the closed player. */
const focusPage = () => {
  document.getElementById("content")?.focus({ preventScroll: true })
}

/** Null where it cannot be closed. */
const useClosing = ({ room, place, box, onRead }: MiniPlayerProps) => {
  const runtime = useRuntime()
  const isLeaving = useSite(isLeavePending)
  const { performerId, paid } = room
  switch (place) {
    case "beside":
      return paid === null
        ? {
            label: m.mini_close(),
            close: () => {
              runtime.dispatch({ _tag: "MiniPlayerHidden" })
              box?.focus({ preventScroll: true })
            },
          }
        : null
    case "alone":
      return {
        label: m.mini_leave(),
        close: () => {
          if (isLeaving) return
          sendInRoom(runtime, { _tag: "LeaveRoom", performerId, reason: "requested" })
          focusPage()
        },
      }
    case "told":
      return {
        label: m.mini_close(),
        close: () => {
          onRead()
          focusPage()
        },
      }
  }
}

function BackToStream({ profile, box }: Pick<MiniPlayerProps, "box" | "profile">) {
  if (box === null) {
    return (
      <SiteLink
        page="profile-model"
        params={{ model: profile.username }}
        className="ui-button ui-button--quiet ui-button--icon"
        aria-label={m.mini_back()}
      >
        <Undo2 size={22} aria-hidden="true" />
      </SiteLink>
    )
  }
  return (
    <IconButton
      label={m.mini_back()}
      onPress={() => {
        box.scrollIntoView()
        box.focus({ preventScroll: true })
      }}
    >
      <ArrowUp size={22} aria-hidden="true" />
    </IconButton>
  )
}

export function MiniPlayer(props: MiniPlayerProps) {
  const locale = useLocale()
  const { profile, room, place } = props
  const { preferences, isCameraEnded, isLessData } = useDocumentRoomView()
  const { stream, phase, isStalled, connection } = useRoomVideo()
  const [isHeldBack, setHeldBack] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const closing = useClosing(props)
  const still = stillPlan(room, phase, isLessData)
  const [hasStill, setHasStill] = useState(false)
  const isMoving = phase._tag === "Playing" || hasStill
  // Beside its box, the player in the box has the sound and reports frames.
  const isAlone = place === "alone"
  const isHeld = isAlone && isHeldBack && stream !== null
  const { username: name, onlineStatus } = profile
  const failure = playerFailureOf(phase)
  const { text, isNotice } = playerState(room, onlineStatus, name, locale)
  const isInside = room.presence._tag === "Inside"
  // That the service has no video is said in the player.
  const isMissed = isInside && !isNotice && room.player.video !== "unknown"
  const missing = isMissed ? missingVideoText(room, phase) : null
  return (
    <aside
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
          {isAlone && phase._tag === "Playing" && isStalled && !isHeld && (
            <p>{m.picture_waiting()}</p>
          )}
        </div>
        {room.paid !== null && <RunningCost paid={room.paid} />}
        <FreeTimeLeft room={room} />
      </div>
      <div className="mini-player__controls">
        {isHeld && (
          <IconButton
            label={m.picture_play()}
            onPress={() => {
              video.current?.play().catch(() => {})
            }}
          >
            <Play size={22} aria-hidden="true" />
          </IconButton>
        )}
        {isAlone && phase._tag === "Stopped" && (
          <IconButton label={m.picture_again()} onPress={connection.retry}>
            <RotateCcw size={22} aria-hidden="true" />
          </IconButton>
        )}
        <BackToStream {...props} />
        {place !== "told" && hasSound(room, still) && <SoundButton room={room} />}
        {closing !== null && (
          <IconButton label={closing.label} onPress={closing.close}>
            <X size={22} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </aside>
  )
}
