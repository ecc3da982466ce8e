/**
 * What a paid session is told of its totals: after every payment, and when its time stops or goes on.
 *
 * Invariant: told is what the session costs if its viewer leaves now.
 */
import { answered, totalOf } from "./paid-time.ts"
import type { Session } from "./session.ts"
import type { RoomState } from "./room-state.ts"

export const tellCharged = (room: RoomState, session: Session, now: number): void => {
  const { id, paid } = session
  if (paid === null || session.ending !== null) return
  const { paid: credits, seconds } = totalOf(answered(paid, now))
  const { isVisible: isRunning } = paid
  room.tell(session, "custom", {
    session: id,
    name: "paid-time-charged",
    data: { credits, seconds, isRunning },
  })
}
