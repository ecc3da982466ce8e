/**
 * One call of the gateway over HTTP as a Pact interaction, made through the gateway's own adapter and decoder: the pact
 * records what the adapter sends, and demands what the decoder needs.
 */
import { Pact } from "@pact-foundation/pact"
import { Effect, Redacted } from "effect"
import type { Schema } from "effect"
import { UpstreamRefusal } from "@foldcast/contracts/upstream/member-api"
import type { ProviderStateName } from "@foldcast/contracts/upstream/provider-states"
import type { UpstreamConfig } from "@foldcast/gateway/upstream/exchange"
import type { CallOutcome } from "@foldcast/gateway/upstream/frame"
import { requestUrl } from "@foldcast/gateway/upstream/http-transport"
import { methodOf, type UpstreamRequest } from "@foldcast/gateway/upstream/upstream-request"
import { matcherOf, type PactTemplate } from "@foldcast/verify/matchers"
import { pactFolder } from "./pact-folder.ts"
import { providerAt } from "./provider-service.ts"
import { fromState, queryOf, withExpressions } from "./state-expressions.ts"

const KEY = "the-key-of-the-gateway"
/** Placeholder in the pact for the token of the provider's state. */
export const MEMBER_TOKEN = "a-token-of-the-member"

export interface Given {
  readonly state: ProviderStateName
  readonly params?: Readonly<Record<string, string | number | boolean>>
}

interface Asked<Call extends string> {
  readonly description: string
  readonly given: ReadonlyArray<Given>
  readonly request: UpstreamRequest & { readonly call: Call }
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

interface Refuses<Call extends string> extends Asked<Call> {
  /** The status, if it carries meaning; else any from 400 to 499. */
  readonly status?: number
  readonly refusal: typeof UpstreamRefusal.Encoded
}

const headersOf = ({ request, key }: Asked<string>): Record<string, PactTemplate> => ({
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

/** A label is a machine-readable word, so it must match exactly. */
const exactLabels = (template: PactTemplate, label: string | undefined): PactTemplate =>
  label === undefined
    ? template
    : {
        ...(template as { readonly [key: string]: PactTemplate }),
        label: { "pact:matcher:type": "equality", value: label },
      }

type Answers = Readonly<Record<string, Schema.Top>>

export interface PactService<All extends Answers> {
  readonly provider: string
  readonly answers: All
  /** Makes the call through the gateway's adapter. */
  readonly send: <Call extends keyof All & string>(
    config: UpstreamConfig,
    request: UpstreamRequest & { readonly call: Call },
  ) => Effect.Effect<CallOutcome<All[Call]["Type"]>>
}

export const pactCalls = <All extends Answers>({ provider, answers, send }: PactService<All>) => {
  const pact = new Pact({ consumer: "gateway", provider, dir: pactFolder, logLevel: "error" })

  const play = async <Call extends keyof All & string>(
    asked: Asked<Call>,
    status: PactTemplate,
    answer: PactTemplate,
  ): Promise<CallOutcome<All[Call]["Type"]>> => {
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
        Effect.runPromise(send(providerAt(server.url, asked.key ?? KEY), request)),
      )
    if (outcome === undefined) throw new Error("Pact ran no exchange")
    return outcome
  }

  return {
    /** The gateway's result for an answer that keeps the contract. */
    answer: <Call extends keyof All & string>(
      asked: Asked<Call> & { readonly example: All[Call]["Encoded"] },
    ) => play(asked, 200, matcherOf(answers[asked.request.call], asked.example)),
    refusal: <Call extends keyof All & string>(asked: Refuses<Call>) =>
      play(
        asked,
        asked.status ?? { "pact:matcher:type": "statusCode", status: "clientError", value: 400 },
        exactLabels(matcherOf(UpstreamRefusal, asked.refusal), asked.refusal.label),
      ),
  }
}
