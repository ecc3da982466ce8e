/**
 * The performer service over HTTP: performers, categories, profiles, albums. All of it is public, so no
 * member's token goes there; the API key does, and exists nowhere nearer the browser (API-030). Answers are
 * read with the contract; one that does not decode counts as none.
 *
 * Callers: whatever shows performers. Every call only reads.
 */
import { Context, Effect, Layer, type Schema } from "effect"
import {
  AlbumAnswer,
  AlbumsAnswer,
  AutocompleteAnswer,
  CategoriesAnswer,
  CountAnswer,
  FindAnswer,
  ProfileAnswer,
} from "@foldcast/contracts/upstream/performer-service"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import type { UpstreamConfig, UpstreamRequest } from "./exchange.ts"
import type { CallOutcome } from "./frame.ts"
import { PERFORMER_CALLS } from "@foldcast/contracts/upstream/performer-calls"
import { makeTypedExchange } from "./typed-exchange.ts"
import { UpstreamKeys } from "./upstream-keys.ts"

/** The performer service's calls and the schema of each one's answer. */
export const PERFORMER_ANSWERS = {
  "GET /featured/categories": CategoriesAnswer,
  "GET /user/find": FindAnswer,
  "GET /user/count": CountAnswer,
  "GET /user/autocomplete": AutocompleteAnswer,
  "GET /profile/{id}": ProfileAnswer,
  "GET /media/albums/{id}": AlbumsAnswer,
  "GET /media/album/{id}/{albumId}": AlbumAnswer,
} as const satisfies Readonly<Record<(typeof PERFORMER_CALLS)[number], Schema.Top>>

export type PerformerCall = keyof typeof PERFORMER_ANSWERS
export type PerformerBody<Call extends PerformerCall> = (typeof PERFORMER_ANSWERS)[Call]["Type"]

export interface PerformerRequest<
  Call extends PerformerCall = PerformerCall,
> extends UpstreamRequest {
  readonly call: Call
}

export interface PerformerServiceShape {
  readonly call: <Call extends PerformerCall>(
    request: PerformerRequest<Call>,
  ) => Effect.Effect<CallOutcome<PerformerBody<Call>>>
}

export class PerformerService extends Context.Service<PerformerService, PerformerServiceShape>()(
  "gateway/PerformerService",
) {
  static readonly layer = (config: UpstreamConfig) =>
    Layer.effect(
      PerformerService,
      Effect.gen(function* () {
        const metrics = yield* GatewayMetrics
        const keys = yield* UpstreamKeys
        const source = "performer-service"
        const exchange = yield* makeTypedExchange(source, PERFORMER_ANSWERS, config, metrics, keys)
        return PerformerService.of({ call: (request) => exchange(request, { headers: {} }) })
      }),
    )
}
