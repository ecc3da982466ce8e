/** The mini player's buttons: play, retry, back to the stream, sound and the way to close it. */
import { ArrowUp, Play, RotateCcw, Undo2, X } from "lucide-react"
import type { RefObject } from "react"
import { isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { SiteLink } from "../../site/site-link.tsx"
import { sendInRoom } from "../room/send-in-room.ts"
import type { RoomVideo } from "../room/use-room-video.ts"
import type { MiniPlayerProps } from "./mini-player.tsx"
import { SoundButton } from "./sound-button.tsx"

const isLeavePending = isPending("LeaveRoom")

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
      {closing !== null && (
        <IconButton label={closing.label} onPress={closing.close}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
