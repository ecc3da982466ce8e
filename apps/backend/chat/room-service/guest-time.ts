/**
 * The free time of guests, noted as it comes out of the rooms and asked for when one enters.
 *
 * Invariant: it is noted, and asked for, in the order in which it was used.
 */
import { Effect, Semaphore } from "effect"
import { FreeTime } from "../billing/free-time.ts"
import type { Session, Viewer } from "../room-model/session.ts"

export const makeGuestTime = Effect.gen(function* () {
  const freeTime = yield* FreeTime
  const inOrder = Semaphore.makeUnsafe(1)
  return {
    note: (session: Session, ms: number) =>
      inOrder
        .withPermits(1)(freeTime.used(session, ms))
        .pipe(
          Effect.map((left) => {
            // Another tab of the same browser uses the same time.
            if (session.freeMs !== null) session.freeMs = Math.min(session.freeMs, left)
          }),
          Effect.catch((error) => Effect.logWarning("free time waits", { reason: error.message })),
        ),
    left: (viewer: Viewer) => inOrder.withPermits(1)(freeTime.left(viewer)),
  }
})

export type GuestTime = Effect.Success<typeof makeGuestTime>
