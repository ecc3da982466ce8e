/**
 * Restores visits that may still be resumed after a restart, so that facts reach their logs before their browsers
 * reconnect: those with a recent event or a recently open stream, since a visit without new events can be resumed
 * too. Runs before the gateway listens.
 */
import { Clock, Effect } from "effect"
import { VisitIndex } from "../log/visit-index.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { Visits } from "./registry.ts"

/** More than the connections of one gateway; visits beyond it are reset. */
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
