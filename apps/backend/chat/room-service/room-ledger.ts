/**
 * The ledger's side of paid sessions: what a room puts out to be paid or settled is done here, and the room is told
 * what came of it.
 *
 * Invariant: one thing at a time happens on the ledger for one session, and the room hears of it before the next
 * begins.
 */
import { Effect, Schedule, Semaphore } from "effect"
import { payInterval, settlePaidTime } from "../billing/paid-sessions.ts"
import { endVipHold, takeVipHold } from "../billing/vip-holds.ts"
import type { HoldEnd, HoldOutcome, VipHold } from "../room-model/vip-hold.ts"
import { intervalPrice, totalOf } from "../room-model/paid-time.ts"
import type { ChatRoom } from "../room-model/chat-room.ts"
import type { ChatSession } from "../room-model/chat-session.ts"

/** What a session has cost so far; nothing where its connection never was there. */
const totals = ({ paid }: ChatSession) =>
  paid === null ? { credits: 0, seconds: 0 } : totalOf(paid)

/** Tried until it is written down; each try that fails is told. */
const untilWritten =
  (waits: string) =>
  <A, E extends { readonly message: string }, R>(work: Effect.Effect<A, E, R>) =>
    work.pipe(
      Effect.tapError((error) => Effect.logWarning(waits, { reason: error.message })),
      Effect.retry(Schedule.spaced("1 second")),
    )

/** `told` is called when the room has heard: what comes of it comes out then. */
export const makeRoomLedger = (now: () => number, told: (room: ChatRoom) => void) => {
  const locks = new WeakMap<ChatSession | VipHold, Semaphore.Semaphore>()

  const lockOf = (session: ChatSession | VipHold) => {
    const lock = locks.get(session) ?? Semaphore.makeUnsafe(1)
    locks.set(session, lock)
    return lock
  }

  return {
    /** Takes what VIP holds, and lets the room tell who was accepted. */
    hold: (room: ChatRoom, hold: VipHold) =>
      lockOf(hold).withPermits(1)(
        Effect.gen(function* () {
          const outcome = yield* takeVipHold(hold).pipe(
            Effect.catch((error) =>
              Effect.as(
                Effect.logWarning("VIP is not held", { reason: error.message }),
                "unknown" as const satisfies HoldOutcome,
              ),
            ),
          )
          room.holdTaken(hold, outcome, now())
          told(room)
        }),
      ),

    /** As a receipt is: tried until it is written down. */
    endHold: (room: ChatRoom, hold: VipHold, end: HoldEnd) =>
      lockOf(hold).withPermits(1)(
        Effect.gen(function* () {
          const settled = yield* endVipHold(hold, end).pipe(untilWritten("the end of a hold waits"))
          room.tellHoldEnd(hold, end, settled)
          told(room)
        }),
      ),

    pay: (room: ChatRoom, session: ChatSession) =>
      lockOf(session).withPermits(1)(
        Effect.gen(function* () {
          const { paid } = session
          if (paid === null || session.ending !== null) return room.paid(session, null, now())
          const interval = paid.intervals + 1
          const price = intervalPrice(paid.tariff)
          const outcome = yield* payInterval(session.id, {
            interval,
            price,
            seenMs: paid.seenMs,
          }).pipe(
            Effect.catch((error) =>
              Effect.as(Effect.logWarning("a payment waits", { reason: error.message }), null),
            ),
          )
          room.paid(session, outcome, now())
          if (outcome === "paid") room.charged(session, now())
          told(room)
        }),
      ),

    /** What cannot be written down now is tried again; a backend that ends meanwhile finds it at its start. */
    settle: (room: ChatRoom, session: ChatSession) =>
      lockOf(session).withPermits(1)(
        Effect.gen(function* () {
          const settled = yield* settlePaidTime(
            session.id,
            totals(session),
            session.ending?.reason ?? "default",
            session.endedUnanswered,
          ).pipe(untilWritten("a receipt waits"))
          room.settled(session, settled, now())
          told(room)
        }),
      ),

    /**
     * Nobody came to be in it, whatever is known of its row: an open one would keep its member from paying for any
     * room until the next start.
     */
    notEntered: (session: string) =>
      settlePaidTime(session, null, "default").pipe(
        Effect.catch((error) =>
          Effect.logWarning("a receipt waits", { reason: error.message }).pipe(
            Effect.andThen(
              Effect.forkDetach(
                Effect.retry(settlePaidTime(session, null, "default"), Schedule.spaced("1 second")),
              ),
            ),
          ),
        ),
        Effect.asVoid,
      ),

    /** The backend ends: nothing more is told, and what this cannot write down the next start does. */
    settleLast: (session: ChatSession) =>
      Effect.ignore(settlePaidTime(session.id, totals(session), "restarted")),

    /** The same of what is held for VIP: nobody let it go. */
    returnLast: (hold: VipHold) =>
      Effect.ignore(settlePaidTime(hold.session, { credits: 0, seconds: 0 }, "restarted")),

    /** Waits for what is under way for this session. */
    idle: (session: ChatSession): Effect.Effect<void> =>
      lockOf(session).withPermits(1)(Effect.void),
  }
}

export type RoomLedger = ReturnType<typeof makeRoomLedger>
