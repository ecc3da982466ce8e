/**
 * The messenger's service, at the member API's address and with its key, with answers in the contract's types. It has
 * its own queue and circuit breaker, so that a slow inbox delays neither wallet nor log-in.
 *
 * The words of a refusal come from closed lists, since facts keep them.
 */
import { Context, Effect, Layer } from "effect"
import {
  MESSENGER_API_ANSWERS,
  type MessengerApiBody,
  type MessengerApiCall,
} from "@foldcast/contracts/upstream/messenger-api"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { inListedWords } from "./call-outcome.ts"
import type { UpstreamConfig } from "./exchange.ts"
import type { CallOutcome } from "./frame.ts"
import { httpTransport } from "./http-transport.ts"
import { makeTypedExchange } from "./typed-exchange.ts"
import { UpstreamKeys } from "./upstream-keys.ts"
import type { UpstreamRequest } from "./upstream-request.ts"

export interface MessengerRequest<
  Call extends MessengerApiCall = MessengerApiCall,
> extends UpstreamRequest {
  readonly call: Call
}

export interface MessengerApiShape {
  readonly call: <Call extends MessengerApiCall>(
    request: MessengerRequest<Call>,
  ) => Effect.Effect<CallOutcome<MessengerApiBody<Call>>>
}

export class MessengerApi extends Context.Service<MessengerApi, MessengerApiShape>()(
  "gateway/MessengerApi",
) {
  static readonly layer = (config: UpstreamConfig) =>
    Layer.effect(
      MessengerApi,
      Effect.gen(function* () {
        const exchange = yield* makeTypedExchange(
          "messenger-api",
          MESSENGER_API_ANSWERS,
          config,
          httpTransport(config),
          yield* GatewayMetrics,
          yield* UpstreamKeys,
        )
        return MessengerApi.of({
          call: (request) => Effect.map(exchange(request), inListedWords),
        })
      }),
    )
}
