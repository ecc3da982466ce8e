/**
 * Writes down the free time that guests use in rooms, and answers what is left.
 *
 * Invariant: writes and reads run in the order of use.
 */
import { Effect, Semaphore } from "effect"
import { FreeTimeAllowance } from "../billing/free-time-allowance.ts"
import type { ChatSession, ChatViewer } from "../room-model/chat-session.ts"

export const makeGuestTime = Effect.gen(function* () {
  const freeTime = yield* FreeTimeAllowance
  const inOrder = Semaphore.makeUnsafe(1)
  return {
    note: (session: ChatSession, ms: number) =>
      inOrder
        .withPermits(1)(freeTime.used(session, ms))
        .pipe(
          Effect.map((left) => {
            // Another tab of the browser uses the same allowance.
            if (session.freeMs !== null) session.freeMs = Math.min(session.freeMs, left)
          }),
          Effect.catch((error) => Effect.logWarning("free time waits", { reason: error.message })),
        ),
    left: (viewer: ChatViewer) => inOrder.withPermits(1)(freeTime.left(viewer)),
  }
})

export type GuestTime = Effect.Success<typeof makeGuestTime>
