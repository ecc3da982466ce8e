/**
 * The free time of guests, noted as it comes out of the rooms and asked for when one enters.
 *
 * Invariant: it is noted, and asked for, in the order in which it was used.
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
            // Another tab of the same browser uses the same time.
            if (session.freeMs !== null) session.freeMs = Math.min(session.freeMs, left)
          }),
          Effect.catch((error) => Effect.logWarning("free time waits", { reason: error.message })),
        ),
    left: (viewer: ChatViewer) => inOrder.withPermits(1)(freeTime.left(viewer)),
  }
})

export type GuestTime = Effect.Success<typeof makeGuestTime>
