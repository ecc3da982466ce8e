/** Paid time's bar over the picture: it stays in view while the page scrolls, and in full screen. */
import { hasPaidBar, PaidBar, type StopPaidProps } from "../paid/paid-bar.tsx"

export function PlayerCost(props: StopPaidProps) {
  if (!hasPaidBar(props.room)) return null
  return (
    <div className="paid-bar ui-dark">
      <PaidBar {...props} />
    </div>
  )
}
