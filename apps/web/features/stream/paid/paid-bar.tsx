/**
 * What paid time costs, how long the credits last, and the button that ends it, in one bar. It stands over the picture,
 * and over windows (paid-strip.tsx). For who pays by a phone call it is the call's cost, also while they watch for free.
 */
import { callOf } from "@foldcast/folds/call"
import type { RoomState } from "@foldcast/folds/room-state"
import { useSite } from "../../../runtime/react.tsx"
import { CallMeter } from "../../dial-in/call-meter.tsx"
import { HangUpButton } from "../../dial-in/hang-up-button.tsx"
import { CostMeter } from "./cost-meter.tsx"
import { LeavePrivate } from "./leave-private.tsx"
import { StopVipButton } from "./stop-vip.tsx"

export interface StopPaidProps {
  readonly room: RoomState
  readonly name: string
  /** Called before VIP ends: its button goes while the question still has the focus. */
  readonly onStop?: () => void
}

/** Nothing outside of paid time. A call by phone ends by its own button. */
export function StopPaid({ room, name, onStop }: StopPaidProps) {
  const { performerId, presence, dialIn } = room
  if (presence._tag !== "Inside" || dialIn) return null
  switch (presence.mode) {
    case "free":
      return null
    case "chat":
      return <LeavePrivate performerId={performerId} />
    case "vip":
      return (
        <StopVipButton
          name={name}
          performerId={performerId}
          {...(onStop !== undefined && { onStop })}
        />
      )
  }
}

/** Whether there is something to pay in credits, or to end; a call has figures of its own. */
export const hasPaidBar = ({ paid, presence, dialIn }: RoomState): boolean =>
  paid !== null || (presence._tag === "Inside" && presence.mode !== "free" && !dialIn)

export function PaidBar(props: StopPaidProps) {
  const { paid } = props.room
  const call = useSite(callOf)
  if (paid === null && call._tag === "InCall") {
    return (
      <>
        <CallMeter call={call} />
        <HangUpButton />
      </>
    )
  }
  return (
    <>
      {paid !== null && <CostMeter paid={paid} />}
      <StopPaid {...props} />
    </>
  )
}
