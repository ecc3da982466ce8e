/**
 * Housekeeping at intervals: removes visits detached for longer than the resume window, closes sockets of absent
 * members and callers, forgets pictures that were not sent, pings silent connections, closes the longest queues where
 * all together are too long, and deletes data past its term. Data is deleted only by a time that more than this
 * machine's clock confirms.
 */
import { Duration, Effect, Schedule } from "effect"
import { CallPresence } from "../callers/call-presence.ts"
import { CLOSE } from "@foldcast/contracts/stream/transport"
import { RECEIPT_LIFE_MS, Receipts } from "../store/receipts.ts"
import { Fatal, type FatalFailure, RetentionFailed } from "../fatal.ts"
import { GatewayTime } from "../steady-clock.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { KeptAnswers } from "../store/kept-answers.ts"
import { VisitIndex } from "../log/visit-index.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { MessageUploads } from "../messages/message-uploads.ts"
import { MemberPresence } from "../members/member-presence.ts"
import type { Outbox } from "../visits/outbox.ts"
import { outboxOf, Visits } from "../visits/registry.ts"

export interface SweepSettings {
  readonly resumeWindowMs: number
  readonly heartbeatMs: number
  readonly retentionDays: number
  readonly maxQueuedBytesInAll: number
}

const DAY_MS = 86_400_000
/** A tenth of the heartbeat, but at most one second. */
const beatEvery = (heartbeatMs: number) => Duration.millis(Math.min(1_000, heartbeatMs / 10))

const leave = (settings: SweepSettings) =>
  Effect.gen(function* () {
    const visits = yield* Visits
    const presence = yield* MemberPresence
    const calls = yield* CallPresence
    const now = yield* monotonicMillis
    for (const visit of visits.detachedLongerThan(settings.resumeWindowMs, now))
      visits.remove(visit)
    yield* presence.maintain
    yield* (yield* MessageUploads).forgetOld
    yield* calls.releaseAbsent
  })

/** Closes the longest queues where the sum is over the limit; their readers resume from the log. */
const relieve = (outboxes: ReadonlyArray<Outbox>, most: number) => {
  const queues = outboxes.map((outbox) => ({ outbox, bytes: outbox.wire.queuedBytes() }))
  let waiting = queues.reduce((sum, { bytes }) => sum + bytes, 0)
  if (waiting <= most) return
  for (const { outbox, bytes } of queues.toSorted((a, b) => b.bytes - a.bytes)) {
    if (waiting <= most) return
    outbox.close(CLOSE.tooSlow, "too slow")
    waiting -= bytes
  }
}

const beat = ({ maxQueuedBytesInAll }: SweepSettings) =>
  Effect.gen(function* () {
    const visits = yield* Visits
    const now = yield* monotonicMillis
    const open: Array<Outbox> = []
    for (const visit of visits.all()) {
      const outbox = outboxOf(visit)
      if (outbox === null) continue
      outbox.beat(now, visit.n)
      if (outbox.phase !== "closed") open.push(outbox)
    }
    relieve(open, maxQueuedBytesInAll)
  })

/** Deletes answers that no visit has cited within the term; a failure is retried in the next round. */
const answersForgotten = (before: number) =>
  Effect.flatMap(KeptAnswers, (kept) => kept.forgetBefore(before)).pipe(
    Effect.catch((error) => Effect.as(Effect.logError(error.message), 0)),
  )

const forget = (settings: SweepSettings) =>
  Effect.gen(function* () {
    const index = yield* VisitIndex
    const sessions = yield* SessionStore
    const receipts = yield* Receipts
    const now = (yield* GatewayTime).vouched()
    if (now === null) return
    const term = now - settings.retentionDays * DAY_MS
    const visits = yield* index.forgetBefore(term)
    const ended = yield* sessions.forget(now)
    const old = yield* receipts.forget(now - RECEIPT_LIFE_MS)
    const answers = yield* answersForgotten(term)
    if (visits + ended + old + answers > 0) {
      yield* Effect.logInfo("past their term and deleted", {
        visits,
        sessions: ended,
        receipts: old,
        answers,
      })
    }
  }).pipe(
    Effect.mapError((error) =>
      // Nothing can be deleted on a full disk; the next round tries again.
      error._tag === "LogUnavailable" && !error.lasts
        ? error
        : new RetentionFailed({ detail: error.message }),
    ),
  )

/**
 * A round with a defect is reported and the next one runs; a failing log, or a store that cannot delete, ends the
 * process.
 */
const steady = <R>(round: Effect.Effect<void, FatalFailure, R>) =>
  Effect.flatMap(Fatal, (fatal) => fatal.guard(round)).pipe(Effect.catchDefect(() => Effect.void))

/** Runs until interrupted; fork it in the gateway's scope. */
export const sweep = (settings: SweepSettings) =>
  Effect.all(
    [
      Effect.repeat(steady(beat(settings)), Schedule.spaced(beatEvery(settings.heartbeatMs))),
      Effect.repeat(steady(leave(settings)), Schedule.spaced("5 seconds")),
      Effect.repeat(steady(forget(settings)), Schedule.spaced("1 hour")),
    ],
    { concurrency: "unbounded", discard: true },
  )
