/**
 * One upstream's calls, answered in its contract's types: sent, read, counted and reported once, here. An
 * answer that does not decode counts as none: `Unavailable`, or `Unknown` where the call may have changed
 * something.
 *
 * Invariant: nobody behind them sees a body that was not read.
 */
import { Effect, type Schema } from "effect"
import type { GatewayMetricsShape } from "../telemetry/metrics.ts"
import { answerReader } from "./decode-frame.ts"
import {
  makeExchange,
  type SentRequest,
  type UpstreamConfig,
  type UpstreamRequest,
} from "./exchange.ts"
import type { CallOutcome } from "./frame.ts"
import type { KeyedSource, UpstreamKeysShape } from "./upstream-keys.ts"

/** An answer that nobody gives who did not look at the key first. */
const isFromUpstream = (outcome: CallOutcome<unknown>) =>
  outcome._tag === "Answered" || (outcome._tag === "Refused" && outcome.label !== null)

export const makeTypedExchange = <Answers extends Readonly<Record<string, Schema.Top>>>(
  source: KeyedSource,
  answers: Answers,
  config: UpstreamConfig,
  metrics: GatewayMetricsShape,
  keys: UpstreamKeysShape,
) =>
  Effect.gen(function* () {
    const exchange = yield* makeExchange(source, config, metrics)
    const readAnswer = answerReader(source, answers)
    return <Call extends keyof Answers & string>(
      request: UpstreamRequest & { readonly call: Call },
      sent: SentRequest,
    ): Effect.Effect<CallOutcome<Answers[Call]["Type"]>> =>
      Effect.gen(function* () {
        // Answers to calls that went out before the refusal still come in: they say nothing of the key since.
        const wasRefused = keys.isRefused(source)
        const { outcome, report } = readAnswer(request.call, yield* exchange(request, sent))
        if (report !== null) {
          metrics.frameRefused(source, request.call)
          yield* Effect.logWarning("an answer does not decode", report)
        } else if (outcome._tag === "Answered") {
          metrics.frameDecoded(source, request.call)
        }
        if (outcome._tag === "KeyRefused") yield* keys.refused(source)
        else if (wasRefused && isFromUpstream(outcome)) yield* keys.accepted(source)
        return outcome
      })
  })
