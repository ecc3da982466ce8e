/**
 * The connections of paid sessions, one each: opened before the visit is told that it is there, closed when the
 * session is over and its receipt is told.
 *
 * The service's keep-alive is answered when the browser answers a ping that is sent at that moment: no answer is
 * older than its question, so what is charged was seen by a browser that was there. A browser that is gone,
 * behind or catching up answers nothing.
 *
 * Invariant: before `sit` nothing is told, and nothing is lost.
 */
import { Clock, Deferred, Effect, Exit, type Redacted } from "effect"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { Pipeline } from "../pipeline.ts"
import { type ChatLine, ChatSockets } from "../upstream/chat-socket.ts"
import type { ChatFrame, DecodedChatFrame } from "../upstream/frame.ts"
import { heardBySeat, isReceipt, sessionOf } from "./audience.ts"
import type { ChatCalls } from "./chat-calls.ts"
import type { ExpectedFrames } from "./expected-frames.ts"
import { CONNECT_WITHIN } from "./lobby-lines.ts"
import type { Seat, Seats } from "./seats.ts"

export interface PaidLine {
  /** The visit has been told that it is there: what has come since is told now. */
  readonly sit: (seat: Seat) => void
  readonly emit: ChatLine["emit"]
  /** Until what the session cost is told, or nobody says it in time. */
  readonly receipt: Effect.Effect<void>
  readonly close: Effect.Effect<void>
}

export interface PaidListener {
  readonly over: (seat: Seat) => void
  readonly interrupted: (seat: Seat) => Effect.Effect<void>
  readonly restored: (seat: Seat) => Effect.Effect<void>
  /** The word it showed is good for nothing; answers another one where the session goes on. */
  readonly refused: (
    seat: Seat,
    shown: Redacted.Redacted,
  ) => Effect.Effect<Redacted.Redacted | null>
}

/** Frames before the visit has been told; a room says no more in that time. */
const MOST_HELD = 1_000
const RECEIPT_WITHIN = "3 seconds"

export const makePaidLines = (
  seats: Seats,
  expected: ExpectedFrames,
  calls: ChatCalls,
  listener: PaidListener,
) =>
  Effect.gen(function* () {
    const sockets = yield* ChatSockets
    const pipeline = yield* Pipeline
    const clock = yield* Clock.Clock
    const run = Effect.runForkWith(yield* Effect.context())

    /** Null where the connection is not there in time, or is refused. */
    const open = (first: Redacted.Redacted): Effect.Effect<PaidLine | null> =>
      Effect.gen(function* () {
        let token = first
        let seat: Seat | null = null
        let line: ChatLine | null = null
        const held: Array<ChatFrame> = []
        const isThere = Deferred.makeUnsafe<boolean>()
        const isSettled = Deferred.makeUnsafe<void>()
        const close = Effect.suspend(() => line?.close ?? Effect.void)

        const answer = (sitting: Seat) => {
          const { outbox, n } = sitting.visit
          outbox?.ask(monotonicMillisOf(clock), n, () => {
            line?.emit("keep-alive", {})
          })
        }

        const audienceOf = (sitting: Seat, read: DecodedChatFrame) => {
          if (read.call === "keep-alive") {
            if (seats.has(sitting)) answer(sitting)
            return null
          }
          const session = sessionOf(read)
          if (session !== undefined && session !== sitting.session) {
            run(calls.report("no such session on this connection"))
            return null
          }
          // Of a session that was left only what it cost is of use.
          if (!seats.has(sitting) && !isReceipt(read)) return null
          const { audience, over } = heardBySeat(expected, read, sitting)
          for (const seat of over) {
            listener.over(seat)
            run(close)
          }
          return audience
        }

        const hear = (sitting: Seat, frame: ChatFrame) => {
          let isLast = false
          pipeline.chatFrame(frame, (read) => {
            isLast = isReceipt(read)
            return audienceOf(sitting, read)
          })
          if (isLast) Deferred.doneUnsafe(isSettled, Exit.void)
        }

        line = yield* sockets.open(
          { _tag: "Session", token: Effect.sync(() => token) },
          {
            event: (call, payload) => {
              const frame = { source: "chat-socket", call, payload } as const
              if (seat !== null) hear(seat, frame)
              else if (held.length < MOST_HELD) held.push(frame)
            },
            connected: (again) =>
              Effect.suspend(() => {
                if (seat !== null) return again ? listener.restored(seat) : Effect.void
                return Effect.asVoid(Deferred.succeed(isThere, true))
              }),
            interrupted: Effect.suspend(() => {
              if (seat === null) return Effect.void
              if (seats.has(seat)) return listener.interrupted(seat)
              Deferred.doneUnsafe(isSettled, Exit.void)
              return close
            }),
            refused: Effect.suspend(() => {
              if (seat === null) return Effect.as(Deferred.succeed(isThere, false), false)
              return Effect.map(listener.refused(seat, token), (other) => {
                if (other === null) run(close)
                else token = other
                return other !== null
              })
            }),
          },
        )
        const isOpen = yield* Deferred.await(isThere).pipe(
          Effect.interruptible,
          Effect.timeoutOrElse({
            duration: CONNECT_WITHIN,
            orElse: () => Effect.succeed(false),
          }),
        )
        if (!isOpen) {
          yield* close
          return null
        }
        return {
          sit: (sitting: Seat) => {
            seat = sitting
            for (const frame of held.splice(0)) hear(sitting, frame)
          },
          emit: line.emit,
          receipt: Effect.asVoid(
            Effect.timeoutOption(Effect.interruptible(Deferred.await(isSettled)), RECEIPT_WITHIN),
          ),
          close,
        }
      })

    return { open }
  })

export type PaidLines = Effect.Success<ReturnType<typeof makePaidLines>>
