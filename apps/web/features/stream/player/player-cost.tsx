/**
 * What paid time costs, as a part of the player: where it stays in view while one scrolls, and where it fills the
 * screen. There it also says that the credits run out, and ends what is paid for.
 */
import type { PaidTimeState, RoomState } from "@foldcast/folds/room-state"
import { CostMeter, CostWarning } from "../paid/cost-meter.tsx"
import { useFullScreen } from "../room/full-screen.ts"
import { LeavePrivate } from "../paid/leave-private.tsx"
import { StopVipButton } from "../paid/vip-control.tsx"

export interface PlayerCostProps {
  readonly room: RoomState
  readonly name: string
  readonly paid: PaidTimeState
}

export function PlayerCost({ room, name, paid }: PlayerCostProps) {
  const isFilled = useFullScreen() !== null
  const { performerId, presence } = room
  const mode = presence._tag === "Inside" ? presence.mode : null
  return (
    <>
      <CostMeter paid={paid} />
      {isFilled && <CostWarning paid={paid} />}
      {/* There while it is not seen too: its question outlives the full screen. */}
      <div className="player__end">
        {mode === "vip" && <StopVipButton name={name} performerId={performerId} />}
        {mode === "chat" && <LeavePrivate performerId={performerId} />}
      </div>
    </>
  )
}
