/** The mini player's buttons: play, retry, back to the stream, sound, the end of paid time and the way to close it. */
import { ArrowUp, Play, RotateCcw, Undo2, X } from "lucide-react"
import { type RefObject, useState } from "react"
import { isInCall } from "@foldcast/folds/call"
import { isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { HangUpButton } from "../../dial-in/hang-up-button.tsx"
import { SiteLink } from "../../site/site-link.tsx"
import { hasPaidBar, StopPaid } from "../paid/paid-bar.tsx"
import { StopVipQuestion } from "../paid/stop-vip.tsx"
import { sendInRoom } from "../room/send-in-room.ts"
import type { RoomVideo } from "../room/use-room-video.ts"
import type { MiniPlayerProps } from "./mini-player.tsx"
import { SoundButton } from "./sound-button.tsx"

const isLeavePending = isPending("LeaveRoom")

/** The focus would be lost with the closed player. */
const focusPage = () => {
  document.getElementById("content")?.focus({ preventScroll: true })
}

/** Named by what it ends, as the player's own button. */
const LEAVES = {
  free: m.mini_leave,
  chat: m.mini_leave_private,
  vip: m.mini_leave_vip,
} as const

interface Closing {
  readonly label: string
  readonly close: () => void
  /** VIP is not ended without a question (CHAT-23). */
  readonly asks: boolean
}

/** Null where it cannot be closed. */
const useClosing = ({ room, place, box, onRead }: MiniPlayerProps): Closing | null => {
  const runtime = useRuntime()
  const isLeaving = useSite(isLeavePending)
  const isCalling = useSite(isInCall)
  const { performerId, presence } = room
  switch (place) {
    case "beside":
      return hasPaidBar(room) || isCalling
        ? null
        : {
            label: m.mini_hides(),
            asks: false,
            close: () => {
              runtime.dispatch({ _tag: "MiniPlayerHidden" })
              box?.focus({ preventScroll: true })
            },
          }
    case "alone": {
      const mode = presence._tag === "Inside" ? presence.mode : "free"
      return {
        label: LEAVES[mode](),
        asks: mode === "vip",
        close: () => {
          if (isLeaving) return
          sendInRoom(runtime, { _tag: "LeaveRoom", performerId, reason: "requested" })
          focusPage()
        },
      }
    }
    case "told":
      return {
        label: m.mini_close(),
        asks: false,
        close: () => {
          onRead()
          focusPage()
        },
      }
  }
}

function CloseButton({ name, closing }: { readonly name: string; readonly closing: Closing }) {
  const { label, close, asks } = closing
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <IconButton
        label={label}
        onPress={() => {
          if (asks) setAsking(true)
          else close()
        }}
      >
        <X size={22} aria-hidden="true" />
      </IconButton>
      <StopVipQuestion
        name={name}
        isAsking={isAsking && asks}
        onGoOn={() => {
          setAsking(false)
        }}
        onStop={() => {
          setAsking(false)
          close()
        }}
      />
    </>
  )
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

export interface MiniPlayerControlsProps extends MiniPlayerProps {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly roomVideo: RoomVideo
  /** Paused until the visitor presses play. */
  readonly isHeld: boolean
  /** Whether sound can be turned on. */
  readonly isHeard: boolean
}

export function MiniPlayerControls(props: MiniPlayerControlsProps) {
  const { room, place, video, roomVideo, isHeld, isHeard } = props
  const { phase, connection } = roomVideo
  const closing = useClosing(props)
  const isCalling = useSite(isInCall) && room.paid === null
  return (
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
      {place === "alone" && phase._tag === "Stopped" && (
        <IconButton label={m.picture_again()} onPress={connection.retry}>
          <RotateCcw size={22} aria-hidden="true" />
        </IconButton>
      )}
      <BackToStream profile={props.profile} box={props.box} />
      {isHeard && <SoundButton room={room} />}
      {place === "beside" &&
        (isCalling ? <HangUpButton /> : <StopPaid room={room} name={props.profile.username} />)}
      {closing !== null && <CloseButton name={props.profile.username} closing={closing} />}
    </div>
  )
}
