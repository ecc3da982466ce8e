/**
 * Typed calls of one upstream: sends, decodes, counts and reports each call in one place. An answer that does not
 * decode counts as missing: `Unavailable`, or `Unknown` where the call may have changed something.
 *
 * Invariant: callers never see an undecoded body.
 */
import { Effect, type Schema } from "effect"
import type { GatewayMetricsShape } from "../telemetry/metrics.ts"
import { answerReader } from "./decode-frame.ts"
import { type ExchangeBounds, makeExchange, type Transport } from "./exchange.ts"
import type { CallOutcome } from "./frame.ts"
import type { KeyedSource, UpstreamKeysShape } from "./upstream-keys.ts"
import type { UpstreamRequest } from "./upstream-request.ts"

/** Whether the answer proves that the upstream accepted the key. */
const isFromUpstream = (outcome: CallOutcome<unknown>) =>
  outcome._tag === "Answered" || (outcome._tag === "Refused" && outcome.label !== null)

export const makeTypedExchange = <Answers extends Readonly<Record<string, Schema.Top>>>(
  source: KeyedSource,
  answers: Answers,
  bounds: ExchangeBounds,
  transport: Transport,
  metrics: GatewayMetricsShape,
  keys: UpstreamKeysShape,
) =>
  Effect.gen(function* () {
    const exchange = yield* makeExchange(source, bounds, transport, metrics)
    const readAnswer = answerReader(source, answers)
    return <Call extends keyof Answers & string>(
      request: UpstreamRequest & { readonly call: Call },
    ): Effect.Effect<CallOutcome<Answers[Call]["Type"]>> =>
      Effect.gen(function* () {
        // Answers to calls from before the refusal may still arrive, and prove nothing about the key since.
        const wasRefused = keys.isRefused(source)
        const { outcome, report } = readAnswer(request.call, yield* exchange(request))
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
