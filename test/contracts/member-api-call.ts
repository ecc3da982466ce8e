/**
 * One call of the gateway to the member API as a Pact interaction, made through the gateway's own adapter and
 * decoder: the pact records what the adapter sends, and demands what the decoder needs.
 */
import { Pact } from "@pact-foundation/pact"
import { Effect, Layer, Redacted } from "effect"
import type { Schema } from "effect"
import { UpstreamRefusal } from "@foldcast/contracts/upstream/member-api"
import type { ProviderStateName } from "@foldcast/contracts/upstream/provider-states"
import {
  MEMBER_API_ANSWERS,
  type MemberApiBody,
  type MemberApiCall,
} from "@foldcast/contracts/upstream/member-api-calls"
import type { UpstreamConfig } from "@foldcast/gateway/upstream/exchange"
import type { CallOutcome } from "@foldcast/gateway/upstream/frame"
import { httpTransport, requestUrl } from "@foldcast/gateway/upstream/http-transport"
import { methodOf } from "@foldcast/gateway/upstream/upstream-request"
import { type ApiRequest, MemberApi } from "@foldcast/gateway/upstream/member-api"
import { matcherOf, type PactTemplate } from "@foldcast/verify/matchers"
import { pactFolder } from "./pact-folder.ts"
import { providerAt, SURROUNDINGS } from "./provider-service.ts"
import { fromState, queryOf, withExpressions } from "./state-expressions.ts"

const pact = new Pact({
  consumer: "gateway",
  provider: "member-api",
  dir: pactFolder,
  logLevel: "error",
})

const KEY = "the-key-of-the-gateway"
/** Placeholder in the pact for the token of the provider's state. */
export const MEMBER_TOKEN = "a-token-of-the-member"

export interface Given {
  readonly state: ProviderStateName
  readonly params?: Readonly<Record<string, string | number | boolean>>
}

interface Asked<Call extends MemberApiCall> {
  readonly description: string
  readonly given: ReadonlyArray<Given>
  readonly request: ApiRequest & { readonly call: Call }
  /** The schema of the request's body, for calls that have one. */
  readonly bodySchema?: Schema.Top
  /** Members of the body that the provider's state names: `{ "data.email": "taken" }`. */
  readonly bodyFromState?: Readonly<Record<string, string>>
  /** The same for the query. */
  readonly queryFromState?: Readonly<Record<string, string>>
  /** The provider state's value that stands for `{id}` in the path. */
  readonly idFromState?: string
  /** The API key that is sent; default: the one that the provider knows. */
  readonly key?: string
}

interface Answers<Call extends MemberApiCall> extends Asked<Call> {
  readonly example: (typeof MEMBER_API_ANSWERS)[Call]["Encoded"]
}

interface Refuses<Call extends MemberApiCall> extends Asked<Call> {
  /** The status, if it carries meaning; else any from 400 to 499. */
  readonly status?: number
  readonly refusal: typeof UpstreamRefusal.Encoded
}

const headersOf = ({ request, key }: Asked<MemberApiCall>): Record<string, PactTemplate> => ({
  Accept: "application/json",
  "X-Api-Key": key ?? fromState("${apiKey}", KEY),
  ...(request.token !== undefined && {
    Authorization:
      Redacted.value(request.token) === MEMBER_TOKEN
        ? fromState("Bearer ${token}", `Bearer ${MEMBER_TOKEN}`)
        : `Bearer ${Redacted.value(request.token)}`,
  }),
  ...(request.clientAddress !== undefined && { "X-Client-Address": request.clientAddress }),
})

const memberApiAt = (config: UpstreamConfig) =>
  MemberApi.layer(config, Effect.succeed(httpTransport(config)))

const play = async <Call extends MemberApiCall>(
  asked: Asked<Call>,
  status: PactTemplate,
  answer: PactTemplate,
): Promise<CallOutcome<MemberApiBody<Call>>> => {
  const { request, bodySchema, idFromState } = asked
  const url = requestUrl("http://provider.invalid", request)
  if (url === null) throw new Error("an id cannot stand in a path")
  const path: PactTemplate =
    idFromState === undefined
      ? url.pathname
      : fromState(url.pathname.replace(request.id ?? "", `\${${idFromState}}`), url.pathname)
  const interaction = pact.addInteraction()
  for (const { state, params } of asked.given) interaction.given(state, params ?? {})
  const outcome = await interaction
    .uponReceiving(asked.description)
    .withRequest(methodOf(request.call), path as string, (builder) => {
      builder.query(queryOf(url, asked.queryFromState ?? {}))
      builder.headers(headersOf(asked) as Record<string, string>)
      if (bodySchema !== undefined) {
        builder.jsonBody(
          withExpressions(matcherOf(bodySchema, request.body), asked.bodyFromState ?? {}),
        )
      }
    })
    .willRespondWith(status as number, (builder) => {
      builder.jsonBody(answer)
    })
    .executeTest((server) =>
      Effect.gen(function* () {
        const api = yield* MemberApi
        return yield* api.call<Call>(request)
      }).pipe(
        Effect.provide(
          memberApiAt(providerAt(server.url, asked.key ?? KEY)).pipe(Layer.provide(SURROUNDINGS)),
        ),
        Effect.runPromise,
      ),
    )
  if (outcome === undefined) throw new Error("Pact ran no exchange")
  return outcome
}

/** The gateway's result for an answer that keeps the contract. */
export const memberApiAnswer = <Call extends MemberApiCall>(asked: Answers<Call>) =>
  play(asked, 200, matcherOf(MEMBER_API_ANSWERS[asked.request.call], asked.example))

export const memberApiRefusal = <Call extends MemberApiCall>(asked: Refuses<Call>) =>
  play(
    asked,
    asked.status ?? { "pact:matcher:type": "statusCode", status: "clientError", value: 400 },
    exactLabels(matcherOf(UpstreamRefusal, asked.refusal), asked.refusal.label),
  )

/** A label is a machine-readable word, so it must match exactly. */
const exactLabels = (template: PactTemplate, label: string | undefined): PactTemplate =>
  label === undefined
    ? template
    : {
        ...(template as { readonly [key: string]: PactTemplate }),
        label: { "pact:matcher:type": "equality", value: label },
      }
