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
import { playerState } from "./player-state.ts"
import { SoundButton } from "./sound-button.tsx"
import { StagePicture } from "./stage-picture.tsx"
import { useMeter } from "./use-meter.ts"

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
  readonly onBack: () => void
}

export function MiniPlayer({ profile, room, onBack }: MiniPlayerProps) {
  const { dispatch } = useRuntime()
  const { username: name, onlineStatus } = profile
  return (
    <aside className="mini-player" aria-label={m.mini_player({ name })}>
      <div className="mini-player__picture">
        <StagePicture profile={profile} />
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
