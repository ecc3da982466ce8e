/**
 * Stores the public answers that durable client facts cite (`AnswerApplied`), once each. A hash that this gateway did
 * not serve a moment ago stores nothing, whatever a browser says.
 *
 * Invariants: `clientFactsStored` waits for nothing and never fails; what waits to be stored is bounded
 * (citation-queue.ts); one batch at a time is under way to the disk.
 */
import { Clock, Context, Effect, Layer, Result } from "effect"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { RecentAnswers } from "./recent-answers.ts"
import { RecentCitations } from "./recent-citations.ts"
import { type Citation, KeptAnswers } from "../store/kept-answers.ts"
import { CitationQueue } from "./citation-queue.ts"

const HASH = /^[0-9a-f]{64}$/u

export interface CitationsShape {
  readonly clientFactsStored: (facts: ReadonlyArray<NumberedClientFact>) => Effect.Effect<void>
}

/** The hashes that these facts cite. */
const citedBy = (facts: ReadonlyArray<NumberedClientFact>): ReadonlyArray<string> =>
  facts.flatMap(({ fact }) =>
    fact._tag === "AnswerApplied" && fact.status === 200 && HASH.test(fact.hash) ? [fact.hash] : [],
  )

export class Citations extends Context.Service<Citations, CitationsShape>()("gateway/Citations") {
  static readonly layer = Layer.effect(
    Citations,
    Effect.gen(function* () {
      const recent = yield* RecentAnswers
      const kept = yield* KeptAnswers
      const metrics = yield* GatewayMetrics
      const scope = yield* Effect.scope
      yield* metrics.watch("kept_answer_bytes", () => kept.bytes())

      const waiting = new CitationQueue()
      const recentCitations = new RecentCitations()
      let isKeeping = false
      let hasFailed = false

      /** Empty when none is left: `keepAll` ends, and the next citation starts it again. */
      const nextBatch = (): ReadonlyArray<Citation> => {
        const batch = waiting.next()
        isKeeping = batch.length > 0
        return batch
      }

      const lose = Effect.fnUntraced(function* (count: number, reason: string) {
        // A disk that stays full is told once.
        if (!hasFailed) yield* Effect.logError(reason)
        hasFailed = true
        yield* metrics.answersCited("failed", count)
      })

      const keep = Effect.fnUntraced(function* (batch: ReadonlyArray<Citation>) {
        const at = yield* Clock.currentTimeMillis
        const ended = yield* Effect.result(kept.cite(batch, at))
        if (Result.isFailure(ended)) return yield* lose(batch.length, ended.failure.message)
        hasFailed = false
        for (const { hash, text } of batch) if (text !== null) recentCitations.add(hash, at)
        yield* metrics.answersCited("kept", ended.success.kept)
        yield* metrics.answersCited("known", ended.success.known)
        yield* metrics.answersCited("unknown", ended.success.unknown)
        yield* metrics.answersCited("dropped", ended.success.tooLong)
      })

      const keepAll = Effect.gen(function* () {
        for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) yield* keep(batch)
      }).pipe(
        Effect.onError(() =>
          Effect.sync(() => {
            isKeeping = false
          }),
        ),
      )

      return Citations.of({
        clientFactsStored: Effect.fnUntraced(function* (facts) {
          const hashes = citedBy(facts)
          if (hashes.length === 0) return
          const now = yield* Clock.currentTimeMillis
          for (const hash of hashes) {
            if (recentCitations.has(hash, now)) continue
            const text = yield* recent.textOf(hash)
            if (!waiting.add({ hash, text })) yield* metrics.answersCited("dropped", 1)
          }
          if (isKeeping || waiting.isEmpty) return
          isKeeping = true
          yield* Effect.forkIn(keepAll, scope)
        }),
      })
    }),
  )
}
