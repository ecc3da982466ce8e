/**
 * The cost of paid time inside the player: it stays in view while the page scrolls, and in full screen, where it also
 * has the warning and the button that ends it.
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
      {/* Always mounted: its confirmation stays open when full screen ends. */}
      <div className="player__end">
        {mode === "vip" && <StopVipButton name={name} performerId={performerId} />}
        {mode === "chat" && <LeavePrivate performerId={performerId} />}
      </div>
    </>
  )
}
