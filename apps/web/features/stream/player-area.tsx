/** The player: the still picture until there is a moving one, what is going on, sound and full screen. */
import { Maximize } from "lucide-react"
import { useRef } from "react"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { isMember } from "@foldcast/folds/account"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { sendInRoom } from "./send-in-room.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { cardLine } from "../performers/card-texts.ts"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { BuyCredits } from "./buy-credits.tsx"
import { FreeTime } from "./free-time.tsx"
import { type PlayerAction, playerState } from "./player-state.ts"
import { SoundButton } from "./sound-button.tsx"
import { StagePicture } from "./stage-picture.tsx"

function NextStep({
  action,
  performerId,
  name,
}: {
  readonly action: PlayerAction
  readonly name: string
  readonly performerId: string
}) {
  const runtime = useRuntime()
  const { dispatch } = runtime
  const register = useDialogOpener("register")
  const hasMember = useSite(isMember)
  switch (action) {
    case "none":
      return null
    case "watch":
      return (
        <Button
          variant="primary"
          onPress={() => {
            sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "free" })
          }}
        >
          {m.stream_watch_again()}
        </Button>
      )
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
            // Source: CHAT-26. After the log-in it is known whom to.
            dispatch({ _tag: "MessageWanted", performerId })
            register.onPress()
          }}
        >
          {m.vip_kicked_message()}
        </Button>
      )
    case "buy":
      return <BuyCredits variant="primary" />
  }
}

export interface PlayerAreaProps {
  readonly profile: PerformerProfile
  readonly room: RoomState | null
  /** Milliseconds: what "ago" is counted from. */
  readonly now: number
}

export function PlayerArea({ profile, room, now }: PlayerAreaProps) {
  const locale = useLocale()
  const player = useRef<HTMLDivElement>(null)
  const { username: name, performerId, onlineStatus } = profile
  const { text, isNotice, action } = playerState(room, onlineStatus, name)
  const isOffline = onlineStatus === 0 && (room === null || room.mode === "offline")
  const isInside = room?.presence._tag === "Inside"
  return (
    <div ref={player} className="stage-box player" data-notice={isNotice}>
      <StagePicture profile={profile} />
      {/* A status that changes is read out. */}
      <div className="stage-box__now" role="status">
        <p>{text}</p>
        {isOffline && <span>{cardLine(profile, now, locale)}</span>}
        {isInside && room.player.error !== null && <span>{m.stream_player_error()}</span>}
        {isInside && room.player.audio === "denied" && <span>{m.stream_sound_denied()}</span>}
        {isInside && !isNotice && room.player.video !== "available" && (
          <span>{m.stream_no_picture()}</span>
        )}
      </div>
      {action !== "none" && (
        <div className="player__next">
          <NextStep action={action} performerId={performerId} name={name} />
        </div>
      )}
      {isInside && (
        <div className="player__controls" role="group" aria-label={m.stream_controls()}>
          <span className="player__count tabular">
            {m.stream_members({
              count: room.members.count,
              formatted: formatCount(room.members.count, locale),
            })}
          </span>
          <FreeTime room={room} />
          <SoundButton isMuted={room.isMuted} />
          <IconButton
            label={m.stream_full_screen()}
            onPress={() => {
              if (document.fullscreenElement === null) void player.current?.requestFullscreen()
              else void document.exitFullscreen()
            }}
          >
            <Maximize size={22} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  )
}
