/** The stream in a corner while one reads on below it: what goes on, what it costs, sound, and the way back. */
import { ArrowUp, X } from "lucide-react"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { PaidTimeState, RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { useRuntime } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { clockText } from "./cost-meter.ts"
import { shownPrice } from "./credit-price.ts"
import { MovingPicture } from "./moving-picture.tsx"
import { playerState } from "./player-state.ts"
import { SoundButton } from "./sound-button.tsx"
import { StagePicture } from "./stage-picture.tsx"
import { useMeter } from "./use-meter.ts"
import type { RoomPicture } from "./use-picture.ts"

function RunningCost({ paid }: { readonly paid: PaidTimeState }) {
  const locale = useLocale()
  const { seconds, credits } = useMeter(paid)
  return (
    <span className="tabular">
      {clockText(seconds)} · {m.meter_amount(shownPrice(credits, locale))}
    </span>
  )
}

export interface MiniPlayerProps {
  readonly profile: PerformerProfile
  readonly room: RoomState
  readonly picture: Pick<RoomPicture, "phase" | "stream">
  readonly onBack: () => void
}

export function MiniPlayer({ profile, room, picture, onBack }: MiniPlayerProps) {
  const { stream, phase } = picture
  const isMoving = phase._tag === "Playing"
  const { dispatch } = useRuntime()
  const { username: name, onlineStatus } = profile
  return (
    <aside className="mini-player" aria-label={m.mini_player({ name })}>
      <div className="mini-player__picture" data-moving={isMoving}>
        <StagePicture profile={profile} />
        {stream !== null && (
          // The player above goes on, and is heard.
          <MovingPicture
            stream={stream}
            isMuted
            volume={1}
            isShown={isMoving}
            label={m.picture_label({ name })}
          />
        )}
      </div>
      <p>
        {playerState(room, onlineStatus, name).text}
        {room.paid !== null && <RunningCost paid={room.paid} />}
      </p>
      <div className="mini-player__controls">
        <IconButton label={m.mini_back()} onPress={onBack}>
          <ArrowUp size={22} aria-hidden="true" />
        </IconButton>
        <SoundButton isMuted={room.isMuted} />
        <IconButton
          label={m.mini_close()}
          onPress={() => {
            dispatch({ _tag: "MiniPlayerHidden" })
          }}
        >
          <X size={22} aria-hidden="true" />
        </IconButton>
      </div>
    </aside>
  )
}
