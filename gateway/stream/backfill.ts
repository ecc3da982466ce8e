/**
 * Sends a stream what the log holds of its visit, and hands over to live delivery.
 *
 * Invariants: exactly what `hello` and `resumed` promised comes before `replayed`; never more is sent at a time than
 * the network takes.
 */
import { Effect } from "effect"
import { CLOSE } from "@foldcast/contracts/stream/frames"
import { VisitLog } from "../log/visit-log.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import type { Outbox } from "../visits/outbox.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"
import { slicesOf } from "./slices.ts"

/** Events read from the log at a time: some 60 kB on the wire. */
const BACKFILL_EVENTS = 200
/** Characters sent at a time: far less than may be queued to one connection. */
const BACKFILL_BYTES = 131_072

export const makeBackfill = Effect.gen(function* () {
  const log = yield* VisitLog
  const visits = yield* Visits

  /** Sends what the log holds up to `head()`, never more at a time than the network takes. */
  const sendUpTo = Effect.fnUntraced(function* (
    live: LiveVisit,
    outbox: Outbox,
    head: () => number,
  ) {
    while (outbox.phase === "backfill" && outbox.position < head()) {
      const missing = head() - outbox.position
      const stored = yield* log.read(
        live.visit,
        outbox.position,
        Math.min(BACKFILL_EVENTS, missing),
      )
      // A log that does not hold what its head promises is damaged: the browser starts anew.
      if (stored.length === 0) {
        outbox.close(CLOSE.positionMismatch, "position mismatch")
        return
      }
      for (const { from, wires } of slicesOf(stored, BACKFILL_BYTES)) {
        yield* Effect.promise(() => outbox.wire.drained())
        outbox.backfill(from, wires, yield* monotonicMillis)
      }
    }
  })

  return Effect.fnUntraced(
    function* (live: LiveVisit, outbox: Outbox, greeted: number) {
      // Exactly what `hello` and `resumed` promised, then whatever has come since.
      yield* sendUpTo(live, outbox, () => greeted)
      outbox.replayed(yield* monotonicMillis)
      do {
        yield* sendUpTo(live, outbox, () => live.head)
      } while (!outbox.goLive(live.head))
    },
    (effect, live, outbox) =>
      // A damaged visit is never served in part: it leaves, and its browser starts anew.
      Effect.catchTag(effect, "VisitClosed", () =>
        Effect.sync(() => {
          visits.remove(live)
          outbox.close(CLOSE.positionMismatch, "visit closed")
        }),
      ),
  )
})
