/**
 * What a paid session is told of its cost: after each payment, and when its time stops or goes on.
 *
 * Invariant: the told cost is what the session costs if its viewer leaves now.
 */
import { withAnswer, totalOf } from "./paid-time.ts"
import type { ChatSession } from "./chat-session.ts"
import type { ChatRoomState } from "./chat-room-state.ts"

export const tellCharged = (room: ChatRoomState, session: ChatSession, now: number): void => {
  const { id, paid, call } = session
  // Whoever pays by phone hears of its cost from the call.
  if (paid === null || call !== null || session.ending !== null) return
  const { paid: credits, seconds } = totalOf(withAnswer(paid, now))
  const { isVisible: isRunning } = paid
  room.tell(session, "custom", {
    session: id,
    name: "paid-time-charged",
    data: { credits, seconds, isRunning },
  })
}
