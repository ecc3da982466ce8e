/**
 * The member API, with answers in the contract's types. normalise/* and the callers decide what an answer means to a
 * visit.
 *
 * The words of a refusal come from closed lists (contracts/upstream/refusal-words.ts), since facts keep them.
 *
 * The API key and the member's bearer token are added by the transport and never get closer to the browser.
 */
import { Context, Effect, Layer, type Scope } from "effect"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { inListedWords } from "./call-outcome.ts"
import type { ExchangeBounds, Transport } from "./exchange.ts"
import {
  MEMBER_API_ANSWERS,
  type MemberApiBody,
  type MemberApiCall,
} from "@foldcast/contracts/upstream/member-api-calls"
import type { CallOutcome } from "./frame.ts"
import { makeTypedExchange } from "./typed-exchange.ts"
import { UpstreamKeys } from "./upstream-keys.ts"
import type { UpstreamRequest } from "./upstream-request.ts"

export interface ApiRequest<Call extends MemberApiCall = MemberApiCall> extends UpstreamRequest {
  readonly call: Call
}

export interface MemberApiShape {
  readonly call: <Call extends MemberApiCall>(
    request: ApiRequest<Call>,
  ) => Effect.Effect<CallOutcome<MemberApiBody<Call>>>
}

export class MemberApi extends Context.Service<MemberApi, MemberApiShape>()("gateway/MemberApi") {
  static readonly layer = (
    bounds: ExchangeBounds,
    transport: Effect.Effect<Transport, never, Scope.Scope>,
  ) =>
    Layer.effect(
      MemberApi,
      Effect.gen(function* () {
        const metrics = yield* GatewayMetrics
        const keys = yield* UpstreamKeys
        const exchange = yield* makeTypedExchange(
          "member-api",
          MEMBER_API_ANSWERS,
          bounds,
          yield* transport,
          metrics,
          keys,
        )
        return MemberApi.of({
          call: (request) => Effect.map(exchange(request), inListedWords),
        })
      }),
    )
}
