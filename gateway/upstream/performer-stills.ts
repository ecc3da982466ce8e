/**
 * Asks the performer service for a still of a free picture: its only call that answers an image. It has its own
 * queue and circuit breaker, so that stills never delay calls for pages and rooms, and no retries: the page asks
 * again by itself.
 *
 * Invariant: the body is a JPEG within its size limit.
 */
import { Context, Effect, Layer } from "effect"
import { MAX_STILL_BYTES, STILL_CALL } from "@foldcast/contracts/upstream/performer-calls"
import { boundedBytes } from "@foldcast/limits/bounded-bytes"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { makeExchange, type UpstreamConfig } from "./exchange.ts"
import type { CallOutcome } from "./frame.ts"
import { type AnswerReading, httpTransport, jsonAnswer } from "./http-transport.ts"
import { UpstreamKeys } from "./upstream-keys.ts"

const SOURCE = "performer-service"
const JPEG_START = Buffer.of(0xff, 0xd8, 0xff)

const stillAnswer: AnswerReading = async (method, response) => {
  if (response.status !== 200) return jsonAnswer(method, response)
  const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase()
  const bytes = type === "image/jpeg" ? await boundedBytes(response, MAX_STILL_BYTES) : null
  if (bytes?.subarray(0, JPEG_START.length).equals(JPEG_START) === true) {
    return { _tag: "Answered", body: bytes }
  }
  await response.body?.cancel().catch(() => {})
  return { _tag: "Unavailable" }
}

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
          httpTransport(config, { accept: "image/jpeg", readAnswer: stillAnswer }),
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
