/**
 * The member API over HTTP. What an answer means is decided behind it, in the pipeline.
 *
 * The API key and the member's bearer token are added here and exist nowhere nearer the browser.
 */
import { Context, Effect, Layer, Redacted } from "effect"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { makeExchange, type UpstreamConfig, type UpstreamRequest } from "./exchange.ts"
import type { CallOutcome, MemberApiCall } from "./frame.ts"

export interface ApiRequest extends UpstreamRequest {
  readonly call: MemberApiCall
  readonly body?: unknown
  readonly token?: Redacted.Redacted
  /** The browser's address, for the upstream's own limits. */
  readonly clientAddress?: string
  /** The browser's user agent, for the upstream's notice of an unknown browser. */
  readonly clientAgent?: string
}

export interface MemberApiShape {
  readonly call: (request: ApiRequest) => Effect.Effect<CallOutcome<unknown>>
}

const headersOf = ({ token, clientAddress, clientAgent }: ApiRequest): Record<string, string> => ({
  ...(token !== undefined && { Authorization: `Bearer ${Redacted.value(token)}` }),
  ...(clientAddress !== undefined && { "X-Client-Address": clientAddress }),
  ...(clientAgent !== undefined && { "X-Client-Agent": clientAgent }),
})

export class MemberApi extends Context.Service<MemberApi, MemberApiShape>()("gateway/MemberApi") {
  static readonly layer = (config: UpstreamConfig) =>
    Layer.effect(
      MemberApi,
      Effect.map(GatewayMetrics, (metrics) => {
        const exchange = makeExchange(config, metrics)
        return MemberApi.of({
          call: (request) => exchange(request, { headers: headersOf(request), body: request.body }),
        })
      }),
    )
}
