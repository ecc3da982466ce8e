/**
 * The performer service over HTTP: public calls for performers, categories, profiles and albums, and the calls of
 * its chat, which carry a member's token where a member enters a room. The API key goes with every call and never
 * gets closer to the browser (API-030). An answer that does not decode counts as missing. The words of a refusal
 * come from closed lists, since facts keep them.
 */
import { Context, Effect, Layer, Redacted, type Schema } from "effect"
import {
  CamBackAnswer,
  SetLobbyAnswer,
  MediaGrantAnswer,
} from "@foldcast/contracts/upstream/chat-service"
import { DoneAnswer } from "@foldcast/contracts/upstream/member-api"
import {
  UpstreamAlbumAnswer,
  AlbumsAnswer,
  AutocompleteAnswer,
  CategoriesAnswer,
  CountAnswer,
  FindAnswer,
  ProfileAnswer,
} from "@foldcast/contracts/upstream/performer-service"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { inListedWords, isReading } from "./call-outcome.ts"
import type { UpstreamConfig } from "./exchange.ts"
import type { CallOutcome } from "./frame.ts"
import { httpTransport } from "./http-transport.ts"
import { PERFORMER_CALLS } from "@foldcast/contracts/upstream/performer-calls"
import { makeTypedExchange } from "./typed-exchange.ts"
import { UpstreamKeys } from "./upstream-keys.ts"
import { methodOf, type UpstreamRequest } from "./upstream-request.ts"

/** The performer service's calls and the schema of each answer. */
export const PERFORMER_ANSWERS = {
  "GET /featured/categories": CategoriesAnswer,
  "GET /user/find": FindAnswer,
  "GET /user/count": CountAnswer,
  "GET /user/autocomplete": AutocompleteAnswer,
  "GET /profile/{id}": ProfileAnswer,
  "GET /media/albums/{id}": AlbumsAnswer,
  "GET /media/album/{id}/{albumId}": UpstreamAlbumAnswer,
  "PUT /chat/set-lobby": SetLobbyAnswer,
  "POST /chat/leave": DoneAnswer,
  "PUT /chat/leave": DoneAnswer,
  "POST /chat/action": DoneAnswer,
  "POST /chat/watch": MediaGrantAnswer,
  "POST /chat/cam-back": CamBackAnswer,
  "POST /chat/error": DoneAnswer,
} as const satisfies Readonly<Record<(typeof PERFORMER_CALLS)[number], Schema.Top>>

export type PerformerCall = keyof typeof PERFORMER_ANSWERS
export type PerformerBody<Call extends PerformerCall> = (typeof PERFORMER_ANSWERS)[Call]["Type"]

export interface PerformerRequest<
  Call extends PerformerCall = PerformerCall,
> extends UpstreamRequest {
  readonly call: Call
  /** Sends the key in the query too, as for a beacon of a closing page (API-038). */
  readonly isBeacon?: boolean
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
        const exchange = yield* makeTypedExchange(
          source,
          PERFORMER_ANSWERS,
          config,
          httpTransport(config),
          metrics,
          keys,
        )
        return PerformerService.of({
          call: (request) =>
            Effect.map(
              exchange(
                request.isBeacon === true
                  ? { ...request, query: { ...request.query, key: Redacted.value(config.key) } }
                  : request,
              ),
              // A room's refusal becomes a fact, and a reading call's does not.
              (outcome) => (isReading(methodOf(request.call)) ? outcome : inListedWords(outcome)),
            ),
        })
      }),
    )
}
