/**
 * After a restart, visits that may still be resumed are live again, so that facts reach their logs
 * while their browsers are on the way back: those with an event or an open stream not long ago, for a
 * visit that was only looked at is resumed like any other. It runs before the gateway listens.
 */
import { Clock, Effect } from "effect"
import { VisitIndex } from "../log/visit-index.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { Visits } from "./registry.ts"

/** More than a gateway's connections; what is beyond starts anew. */
const MAX_RESTORED = 100_000

export const restoreVisits = (resumeWindowMs: number) =>
  Effect.gen(function* () {
    const index = yield* VisitIndex
    const visits = yield* Visits
    const now = yield* Clock.currentTimeMillis
    const records = yield* index.list({
      usedSince: now - resumeWindowMs,
      onlyLive: true,
      limit: MAX_RESTORED,
    })
    const since = yield* monotonicMillis
    for (const record of records) visits.restore(record, since)
    return records.length
  })
