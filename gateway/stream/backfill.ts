/**
 * Sends a visit's stored events to a stream and hands over to live delivery.
 *
 * Invariants: exactly the events that `hello` and `resumed` announce come before `replayed`; the next piece is sent
 * only after the network has taken the one before.
 */
import { Effect } from "effect"
import { CLOSE } from "@foldcast/contracts/stream/frames"
import { VisitLog } from "../log/visit-log.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import type { Outbox } from "../visits/outbox.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"
import { backfillPages } from "./backfill-pages.ts"

/** Events per read from the log: about 60 kB on the wire. */
const BACKFILL_EVENTS = 200
/** Characters per piece: far below the limit of a connection's send queue. */
const BACKFILL_BYTES = 131_072

export const makeBackfill = Effect.gen(function* () {
  const log = yield* VisitLog
  const visits = yield* Visits

  /** Sends the stored events up to `head()`, piece by piece, and waits for the network after each. */
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
      // The log lacks events that its head promises: it is damaged, and the browser begins a new visit.
      if (stored.length === 0) {
        outbox.close(CLOSE.positionMismatch, "position mismatch")
        return
      }
      for (const { from, wires } of backfillPages(stored, BACKFILL_BYTES)) {
        yield* Effect.promise(() => outbox.wire.drained())
        outbox.backfill(from, wires, yield* monotonicMillis)
      }
    }
  })

  return Effect.fnUntraced(
    function* (live: LiveVisit, outbox: Outbox, greeted: number) {
      // First exactly the events that `hello` and `resumed` announced, then those stored since.
      yield* sendUpTo(live, outbox, () => greeted)
      outbox.replayed(yield* monotonicMillis)
      do {
        yield* sendUpTo(live, outbox, () => live.head)
      } while (!outbox.goLive(live.head))
    },
    (effect, live, outbox) =>
      // A damaged visit is never served in part: it is removed, and the browser begins a new one.
      Effect.catchTag(effect, "VisitClosed", () =>
        Effect.sync(() => {
          visits.remove(live)
          outbox.close(CLOSE.positionMismatch, "visit closed")
        }),
      ),
  )
})
