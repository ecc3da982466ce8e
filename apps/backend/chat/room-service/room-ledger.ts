/**
 * The ledger's side of a room: carries out payments, holds and receipts, and tells the room what came of each.
 *
 * Invariant: one ledger operation runs at a time for one session, and the room hears of it before the next begins.
 */
import { Effect, Schedule, Semaphore } from "effect"
import { payInterval, settlePaidTime } from "../billing/paid-sessions.ts"
import { endVipHold, takeVipHold } from "../billing/vip-holds.ts"
import type { ChatRoom } from "../room-model/chat-room.ts"
import type { ChatSession } from "../room-model/chat-session.ts"
import { intervalPrice, totalOf } from "../room-model/paid-time.ts"
import type { HoldEnd, HoldOutcome, VipHold } from "../room-model/vip-hold.ts"

/** What a session has cost so far; nothing where it never connected. */
const totalsOf = ({ paid }: ChatSession) =>
  paid === null ? { credits: 0, seconds: 0 } : totalOf(paid)

const EACH_SECOND = Schedule.spaced("1 second")

/** Retries until it is written; each failed try is logged. */
const retryUntilWritten =
  (what: string) =>
  <A, E extends { readonly message: string }, R>(work: Effect.Effect<A, E, R>) =>
    work.pipe(
      Effect.tapError((error) => Effect.logWarning(what, { reason: error.message })),
      Effect.retry(EACH_SECOND),
    )

/** A failure is logged and becomes `otherwise`. */
const loggedAs =
  <B>(what: string, otherwise: B) =>
  <A, E extends { readonly message: string }, R>(work: Effect.Effect<A, E, R>) =>
    work.pipe(
      Effect.catch((error) =>
        Effect.as(Effect.logWarning(what, { reason: error.message }), otherwise),
      ),
    )

export class RoomLedger {
  readonly #locks = new WeakMap<ChatSession | VipHold, Semaphore.Semaphore>()
  readonly #now: () => number
  readonly #onWritten: (room: ChatRoom) => void

  /** `onWritten` is called after the room has been told, to run its new effects. */
  constructor(now: () => number, onWritten: (room: ChatRoom) => void) {
    this.#now = now
    this.#onWritten = onWritten
  }

  #exclusive<A, E, R>(
    session: ChatSession | VipHold,
    work: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E, R> {
    const lock = this.#locks.get(session) ?? Semaphore.makeUnsafe(1)
    this.#locks.set(session, lock)
    return lock.withPermits(1)(work)
  }

  /** Takes the credits that VIP holds from its acceptance on. */
  hold(room: ChatRoom, hold: VipHold) {
    return this.#exclusive(
      hold,
      takeVipHold(hold).pipe(
        loggedAs("VIP is not held", "unknown" satisfies HoldOutcome as HoldOutcome),
        Effect.map((outcome) => {
          room.holdTaken(hold, outcome, this.#now())
          this.#onWritten(room)
        }),
      ),
    )
  }

  endHold(room: ChatRoom, hold: VipHold, end: HoldEnd) {
    return this.#exclusive(
      hold,
      endVipHold(hold, end).pipe(
        retryUntilWritten("the end of a hold waits"),
        Effect.map((receipt) => {
          room.tellHoldEnd(hold, end, receipt)
          this.#onWritten(room)
        }),
      ),
    )
  }

  /** Charges the session's next interval. */
  pay(room: ChatRoom, session: ChatSession) {
    return this.#exclusive(
      session,
      Effect.suspend(() => {
        const { paid } = session
        if (paid === null || session.ending !== null) {
          return Effect.sync(() => room.paid(session, null, this.#now()))
        }
        const interval = paid.intervals + 1
        const price = intervalPrice(paid.tariff)
        return payInterval(session.id, { interval, price, seenMs: paid.seenMs }).pipe(
          loggedAs("a payment waits", null),
          Effect.map((outcome) => {
            room.paid(session, outcome, this.#now())
            if (outcome === "paid") room.charged(session, this.#now())
            this.#onWritten(room)
          }),
        )
      }),
    )
  }

  /** Writes the receipt. What cannot be written before the backend ends is found at its next start. */
  settle(room: ChatRoom, session: ChatSession) {
    return this.#exclusive(
      session,
      Effect.suspend(() =>
        settlePaidTime(
          session.id,
          totalsOf(session),
          session.ending?.reason ?? "default",
          session.endedUnanswered,
        ).pipe(retryUntilWritten("a receipt waits")),
      ).pipe(
        Effect.map((receipt) => {
          room.settled(session, receipt, this.#now())
          this.#onWritten(room)
        }),
      ),
    )
  }

  /** Waits for the operation that is in flight for this session. */
  idle(session: ChatSession): Effect.Effect<void> {
    return this.#exclusive(session, Effect.void)
  }
}

/**
 * Ends the ledger's row of a session that nobody entered, whether or not it was written: an open row would keep its
 * member from paying for any room until the next start.
 */
export const settleNotEntered = (session: string) => {
  const settle = settlePaidTime(session, null, "default")
  return settle.pipe(
    Effect.catch((error) =>
      Effect.logWarning("a receipt waits", { reason: error.message }).pipe(
        Effect.andThen(Effect.forkDetach(Effect.retry(settle, EACH_SECOND))),
      ),
    ),
    Effect.asVoid,
  )
}

/** When the backend ends: nothing is told, and what this cannot write is found at the next start. */
export const settleAtShutdown = (session: ChatSession) =>
  Effect.ignore(settlePaidTime(session.id, totalsOf(session), "restarted"))

/** The same for what VIP holds: the viewer did not let it go. */
export const returnHoldAtShutdown = (hold: VipHold) =>
  Effect.ignore(settlePaidTime(hold.session, { credits: 0, seconds: 0 }, "restarted"))
