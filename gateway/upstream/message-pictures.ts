/**
 * Asks the messenger's service for the picture of a message, in the member's name. It has its own queue and circuit
 * breaker, so that pictures of megabytes delay no message, and no retries: the page asks again by itself.
 *
 * Invariant: the body is a JPEG within its size limit.
 */
import { Context, Effect, Layer, type Redacted } from "effect"
import type { Locale } from "@foldcast/contracts/units"
import { MAX_ATTACHMENT_BYTES } from "@foldcast/contracts/private-message"
import { ATTACHMENT_CALL } from "@foldcast/contracts/upstream/messenger-api"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { makeExchange, type UpstreamConfig } from "./exchange.ts"
import type { CallOutcome } from "./frame.ts"
import { httpTransport } from "./http-transport.ts"
import { jpegAnswer } from "./jpeg-answer.ts"
import { UpstreamKeys } from "./upstream-keys.ts"

const SOURCE = "messenger-api"
/** Each may take 10 MB while it is read. */
const MAX_CALLS = 32

export interface PictureOfMessage {
  /** The picture's. */
  readonly id: string
  readonly token: Redacted.Redacted
  readonly lang: Locale
}

export interface MessagePicturesShape {
  readonly ask: (picture: PictureOfMessage) => Effect.Effect<CallOutcome<Uint8Array>>
}

export class MessagePictures extends Context.Service<MessagePictures, MessagePicturesShape>()(
  "gateway/MessagePictures",
) {
  static readonly layer = (config: UpstreamConfig) =>
    Layer.effect(
      MessagePictures,
      Effect.gen(function* () {
        const keys = yield* UpstreamKeys
        const exchange = yield* makeExchange(
          `${SOURCE}, pictures`,
          { ...config, retries: 0, maxCalls: Math.min(config.maxCalls, MAX_CALLS) },
          httpTransport(config, jpegAnswer(MAX_ATTACHMENT_BYTES)),
          yield* GatewayMetrics,
        )
        return MessagePictures.of({
          ask: Effect.fnUntraced(function* (picture) {
            const outcome = yield* exchange({ call: ATTACHMENT_CALL, ...picture, noNude: false })
            if (outcome._tag === "KeyRefused") yield* keys.refused(SOURCE)
            return outcome as CallOutcome<Uint8Array>
          }),
        })
      }),
    )
}
