/**
 * Paid time's bar over the picture: it stays in view while the page scrolls, and in full screen. While the mini player
 * has the bar, this one is neither seen nor reached, and keeps its place, so that the picture does not change its size.
 */
import { isInCall } from "@foldcast/folds/call"
import { useSite } from "../../../runtime/react.tsx"
import { hasPaidBar, PaidBar, type StopPaidProps } from "../paid/paid-bar.tsx"
import { miniPlayerPlacement } from "./mini-player-placement.ts"

export function PlayerCost(props: StopPaidProps) {
  const { room } = props
  const isCalling = useSite(isInCall) && room.presence._tag === "Inside"
  if (!hasPaidBar(room) && !isCalling) return null
  const isInCorner = miniPlayerPlacement(room, { hasBox: true, read: null }) !== "none"
  return (
    <div className="paid-bar ui-dark" inert={isInCorner}>
      <PaidBar {...props} />
    </div>
  )
}
