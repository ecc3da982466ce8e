/**
 * The member API over HTTP, with answers in the contract's types. normalise/* and the callers decide what an answer
 * means to a visit.
 *
 * The words of a refusal come from closed lists (contracts/upstream/refusal-words.ts), since facts keep them.
 *
 * The API key and the member's bearer token are added here and never get closer to the browser.
 */
import { Context, Effect, Layer, Redacted } from "effect"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { inListedWords } from "./call-outcome.ts"
import type { UpstreamConfig, UpstreamRequest } from "./exchange.ts"
import {
  MEMBER_API_ANSWERS,
  type MemberApiBody,
  type MemberApiCall,
} from "@foldcast/contracts/upstream/member-api-calls"
import type { CallOutcome } from "./frame.ts"
import { makeTypedExchange } from "./typed-exchange.ts"
import { UpstreamKeys } from "./upstream-keys.ts"

export interface ApiRequest<Call extends MemberApiCall = MemberApiCall> extends UpstreamRequest {
  readonly call: Call
  readonly body?: unknown
  readonly token?: Redacted.Redacted
  /** The browser's address, for the upstream's own limits. */
  readonly clientAddress?: string
  /** The browser's user agent, for the upstream's notice of an unknown browser. */
  readonly clientAgent?: string
}

export interface MemberApiShape {
  readonly call: <Call extends MemberApiCall>(
    request: ApiRequest<Call>,
  ) => Effect.Effect<CallOutcome<MemberApiBody<Call>>>
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
      Effect.gen(function* () {
        const metrics = yield* GatewayMetrics
        const keys = yield* UpstreamKeys
        const exchange = yield* makeTypedExchange(
          "member-api",
          MEMBER_API_ANSWERS,
          config,
          metrics,
          keys,
        )
        return MemberApi.of({
          call: (request) =>
            Effect.map(
              exchange(request, { headers: headersOf(request), body: request.body }),
              inListedWords,
            ),
        })
      }),
    )
}
