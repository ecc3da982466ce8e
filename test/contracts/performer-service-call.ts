/**
 * One call of the gateway to the performer service as a Pact interaction, made through the gateway's own adapter
 * and decoder.
 */
import { Pact } from "@pact-foundation/pact"
import { Effect, Layer, type Schema } from "effect"
import { UpstreamRefusal } from "@foldcast/contracts/upstream/member-api"
import type { ProviderStateName } from "@foldcast/contracts/upstream/provider-states"
import { requestUrl } from "@foldcast/gateway/upstream/http-transport"
import { methodOf } from "@foldcast/gateway/upstream/upstream-request"
import type { CallOutcome } from "@foldcast/gateway/upstream/frame"
import {
  PERFORMER_ANSWERS,
  type PerformerBody,
  type PerformerCall,
  type PerformerRequest,
  PerformerService,
} from "@foldcast/gateway/upstream/performer-service"
import { matcherOf, type PactTemplate } from "@foldcast/verify/matchers"
import { pactFolder } from "./pact-folder.ts"
import { providerAt, SURROUNDINGS } from "./provider-service.ts"
import { fromState, queryOf, withExpressions } from "./state-expressions.ts"

const pact = new Pact({
  consumer: "gateway",
  provider: "performer-service",
  dir: pactFolder,
  logLevel: "error",
})

const KEY = "the-key-of-the-gateway"
/** Placeholder in the pact for the token of the provider's state. */
export const VIEWER_TOKEN = "a-token-of-the-member"

interface Asked<Call extends PerformerCall> {
  readonly description: string
  readonly state: ProviderStateName
  readonly params?: Readonly<Record<string, string | number | boolean>>
  readonly request: PerformerRequest<Call>
  /** The path, if the provider's state names a part of it: `/profile/${performerId}`. */
  readonly pathFromState?: string
  /** Members of the query that the provider's state names. */
  readonly queryFromState?: Readonly<Record<string, string>>
  /** The schema of the request's body, for calls that have one. */
  readonly bodySchema?: Schema.Top
  /** Members of the body that the provider's state names. */
  readonly bodyFromState?: Readonly<Record<string, string>>
  /** The API key that is sent; default: the one that the provider knows. */
  readonly key?: string
}

const play = async <Call extends PerformerCall>(
  asked: Asked<Call>,
  status: number,
  answer: PactTemplate,
): Promise<CallOutcome<PerformerBody<Call>>> => {
  const { description, state, params, request, pathFromState, queryFromState, key } = asked
  const { bodySchema, bodyFromState } = asked
  const shown = request.isBeacon === true ? { ...request, query: { key: key ?? KEY } } : request
  const url = requestUrl("http://provider.invalid", shown)
  if (url === null) throw new Error("an id cannot stand in a path")
  const path = pathFromState === undefined ? url.pathname : fromState(pathFromState, url.pathname)
  const outcome = await pact
    .addInteraction()
    .given(state, params ?? {})
    .uponReceiving(description)
    .withRequest(methodOf(request.call), path as string, (builder) => {
      builder.query(queryOf(url, queryFromState ?? {}))
      builder.headers({
        Accept: "application/json",
        "X-Api-Key": (key ?? fromState("${apiKey}", KEY)) as string,
        ...(request.token !== undefined && {
          Authorization: fromState("Bearer ${token}", `Bearer ${VIEWER_TOKEN}`) as string,
        }),
      })
      if (bodySchema !== undefined) {
        builder.jsonBody(withExpressions(matcherOf(bodySchema, request.body), bodyFromState ?? {}))
      }
    })
    .willRespondWith(status, (builder) => {
      builder.jsonBody(answer)
    })
    .executeTest((server) =>
      PerformerService.use((service) => service.call(request)).pipe(
        Effect.provide(
          PerformerService.layer(providerAt(server.url, key ?? KEY)).pipe(
            Layer.provide(SURROUNDINGS),
          ),
        ),
        Effect.runPromise,
      ),
    )
  if (outcome === undefined) throw new Error("Pact ran no exchange")
  return outcome
}

/** The gateway's result for an answer that keeps the contract. */
export const performerServiceAnswer = <Call extends PerformerCall>(
  asked: Asked<Call> & { readonly example: (typeof PERFORMER_ANSWERS)[Call]["Encoded"] },
) => play(asked, 200, matcherOf(PERFORMER_ANSWERS[asked.request.call], asked.example))

export const performerServiceRefusal = <Call extends PerformerCall>(
  asked: Asked<Call> & {
    readonly status: number
    readonly refusal: typeof UpstreamRefusal.Encoded
  },
) => play(asked, asked.status, matcherOf(UpstreamRefusal, asked.refusal))
