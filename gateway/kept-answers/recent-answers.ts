/**
 * Public answers that were served a moment ago, in memory alone: what a visit's log cites is stored from here
 * (citations.ts). Which answers are added is said where an answer is made (performers/public-answer.ts).
 */
import { Clock, Context, Effect, Layer } from "effect"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { RecentTexts } from "./recent-texts.ts"

/** A browser tells what it applied within seconds; one that is offline for a moment within minutes. */
const MOMENT_MS = 300_000
const MAX_BYTES = 67_108_864

export interface RecentAnswersShape {
  readonly hold: (path: string, text: string) => Effect.Effect<void>
  /** Null where it was not served recently, or does not belong into captures. */
  readonly textOf: (hash: string) => Effect.Effect<string | null>
}

export class RecentAnswers extends Context.Service<RecentAnswers, RecentAnswersShape>()(
  "gateway/RecentAnswers",
) {
  static readonly layer = Layer.effect(
    RecentAnswers,
    Effect.gen(function* () {
      const metrics = yield* GatewayMetrics
      const held = new RecentTexts({ bytes: MAX_BYTES, ms: MOMENT_MS })
      yield* metrics.watch("recent_answer_bytes", () => held.bytes)
      return RecentAnswers.of({
        hold: (path, text) =>
          Effect.map(Clock.currentTimeMillis, (now) => held.add(path, text, now)),
        textOf: (hash) => Effect.map(Clock.currentTimeMillis, (now) => held.textOf(hash, now)),
      })
    }),
  )
}
