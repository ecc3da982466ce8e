/**
 * Asks the performer service for a still of a free picture: its only call that answers an image. It has its own
 * queue and circuit breaker, so that stills never delay calls for pages and rooms, and no retries: the page asks
 * again by itself.
 *
 * Invariant: the body is a JPEG within its size limit.
 */
import { Context, Effect, Layer } from "effect"
import { MAX_STILL_BYTES, STILL_CALL } from "@foldcast/contracts/upstream/performer-calls"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { makeExchange, type UpstreamConfig } from "./exchange.ts"
import type { CallOutcome } from "./frame.ts"
import { httpTransport } from "./http-transport.ts"
import { jpegAnswer } from "./jpeg-answer.ts"
import { UpstreamKeys } from "./upstream-keys.ts"

const SOURCE = "performer-service"

export interface PerformerStillsShape {
  readonly ask: (performerId: string, noNude: boolean) => Effect.Effect<CallOutcome<Uint8Array>>
}

export class PerformerStills extends Context.Service<PerformerStills, PerformerStillsShape>()(
  "gateway/PerformerStills",
) {
  static readonly layer = (config: UpstreamConfig) =>
    Layer.effect(
      PerformerStills,
      Effect.gen(function* () {
        const keys = yield* UpstreamKeys
        const exchange = yield* makeExchange(
          `${SOURCE}, stills`,
          { ...config, retries: 0 },
          httpTransport(config, jpegAnswer(MAX_STILL_BYTES)),
          yield* GatewayMetrics,
        )
        return PerformerStills.of({
          ask: Effect.fnUntraced(function* (id, noNude) {
            // Every call has a language; it has no effect on a picture.
            const outcome = yield* exchange({ call: STILL_CALL, id, noNude, lang: "en" })
            if (outcome._tag === "KeyRefused") yield* keys.refused(SOURCE)
            return outcome as CallOutcome<Uint8Array>
          }),
        })
      }),
    )
}
