/**
 * Signals performers' statuses: each round asks the performer service once for all performers that attached
 * documents show, and sends each connection its changes. Signals are not part of the log (law L1).
 * watched-performers.ts decides what each connection receives.
 *
 * Invariants: rounds never overlap; nothing is asked while no document shows a performer; a round with an
 * incomplete answer sends nothing, and the next round backs off.
 */
import { Array as Arr, Clock, Context, Duration, Effect, Layer } from "effect"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { MAX_PAGE_SIZE } from "@foldcast/contracts/upstream/performer-service"
import { statusOf } from "@foldcast/rules/performer-status"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { PerformerService } from "../upstream/performer-service.ts"
import type { Outbox } from "../visits/outbox.ts"
import { WatchedPerformers } from "./watched-performers.ts"

export interface PerformerStatusSettings {
  /** From the end of a round to the next. */
  readonly everyMs: number
  readonly maxPerformers: number
}

export interface PerformerStatusesShape {
  /** Updates the watched performers from client facts of this connection that are durable now. */
  readonly clientFactsStored: (
    outbox: Outbox,
    facts: ReadonlyArray<NumberedClientFact>,
  ) => Effect.Effect<void>
}

const CALLS_AT_ONCE = 4
/** The upper bound of the back-off while the performer service does not answer. */
const LONGEST_WAIT_MS = 5_000

type Statuses = ReadonlyMap<string, number>

/** Statuses of the performers with these ids; null where the performer service did not answer for all. */
const askStatuses = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const performers = yield* PerformerService
  const statuses = new Map<string, number>()
  let isWhole = true
  const askFor = Effect.fnUntraced(function* (chunk: ReadonlyArray<string>) {
    if (!isWhole) return
    const outcome = yield* performers.call({
      call: "GET /user/find",
      query: { ids: chunk.join(","), limit: String(MAX_PAGE_SIZE) },
      lang: "nl",
      noNude: false,
    })
    if (outcome._tag !== "Answered") {
      isWhole = false
      return
    }
    for (const performer of outcome.body.performers) {
      statuses.set(String(performer.user.id), statusOf(performer))
    }
  })
  yield* Effect.forEach(Arr.chunksOf(ids, MAX_PAGE_SIZE), askFor, { concurrency: CALLS_AT_ONCE })
  return isWhole ? statuses : null
})

const signalStatuses = Effect.fnUntraced(function* (
  watched: WatchedPerformers<Outbox>,
  ids: ReadonlyArray<string>,
  statuses: Statuses,
) {
  const metrics = yield* GatewayMetrics
  const at = yield* Clock.currentTimeMillis
  let sent = 0
  let dropped = 0
  watched.answered(ids, statuses, (outbox, changed) => {
    const isSent = outbox.signal("performer-statuses", { at, statuses: changed })
    if (isSent) sent += 1
    else dropped += 1
    return isSent
  })
  yield* metrics.signalled("sent", sent)
  yield* metrics.signalled("dropped", dropped)
})

type RoundOutcome = "idle" | "told" | "unanswered"

const runRound = Effect.fnUntraced(
  function* (
    watched: WatchedPerformers<Outbox>,
  ): Effect.fn.Return<RoundOutcome, never, PerformerService | GatewayMetrics> {
    watched.keepOnly(({ phase }) => phase !== "closed")
    const ids = watched.ask()
    if (ids.length === 0) return "idle"
    const statuses = yield* askStatuses(ids)
    if (statuses === null) return "unanswered"
    yield* signalStatuses(watched, ids, statuses)
    return "told"
  },
  (effect) =>
    Effect.catchDefect(effect, (defect) =>
      Effect.as(Effect.logError("performer statuses", defect), "unanswered" as const),
    ),
)

/** Runs rounds for ever. A silent service is logged once, and asked with exponential back-off. */
const runRounds = Effect.fnUntraced(function* (
  watched: WatchedPerformers<Outbox>,
  everyMs: number,
) {
  let waitMs = everyMs
  let isSilent = false
  while (true) {
    yield* Effect.sleep(Duration.millis(waitMs))
    const outcome = yield* runRound(watched)
    waitMs =
      outcome === "unanswered" ? Math.max(everyMs, Math.min(waitMs * 2, LONGEST_WAIT_MS)) : everyMs
    if (outcome === "unanswered" && !isSilent) {
      isSilent = true
      yield* Effect.logWarning("performers' statuses are not heard")
    }
    if (outcome === "told" && isSilent) {
      isSilent = false
      yield* Effect.logInfo("performers' statuses are heard again")
    }
  }
})

export class PerformerStatuses extends Context.Service<PerformerStatuses, PerformerStatusesShape>()(
  "gateway/PerformerStatuses",
) {
  static readonly layer = ({ everyMs, maxPerformers }: PerformerStatusSettings) =>
    Layer.effect(
      PerformerStatuses,
      Effect.gen(function* () {
        const metrics = yield* GatewayMetrics
        const watched = new WatchedPerformers<Outbox>(maxPerformers)
        yield* metrics.watch("watched_performers", () => watched.size)
        yield* Effect.forkScoped(runRounds(watched, everyMs))
        return PerformerStatuses.of({
          clientFactsStored: (outbox, facts) =>
            Effect.sync(() => watched.update(outbox, outbox.address, facts)),
        })
      }),
    )
}
