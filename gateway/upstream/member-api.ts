/**
 * The member API over HTTP (decisions, 175): one exchange, bounded in time and size, its outcome as
 * data. Reading calls are retried with jitter; others never, for nobody knows whether they took effect
 * (law L7). What an answer means is decided behind it, in the pipeline.
 *
 * The API key and the member's bearer token are added here and exist nowhere nearer the browser
 * (decisions, 0.1).
 */
import { Context, Duration, Effect, Layer, Redacted, Schedule } from "effect"
import type { Locale } from "@foldcast/contracts/units"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { isReading, ofAnswer, ofFailure } from "./call-outcome.ts"
import type { CallOutcome, MemberApiCall } from "./frame.ts"

export interface MemberApiConfig {
  readonly baseUrl: string
  readonly key: Redacted.Redacted
  readonly readTimeout: Duration.Duration
  readonly writeTimeout: Duration.Duration
  /** Further attempts of a reading call. */
  readonly retries: number
}

export interface ApiRequest {
  readonly call: MemberApiCall
  /** Fills `{id}` of the call's path. */
  readonly id?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly token?: Redacted.Redacted
  readonly lang: Locale
  readonly noNude: boolean
  /** The browser's address, for the upstream's own limits. */
  readonly clientAddress?: string
  /** The browser's user agent, for the upstream's notice of an unknown browser. */
  readonly clientAgent?: string
}

export interface MemberApiShape {
  readonly call: (request: ApiRequest) => Effect.Effect<CallOutcome<unknown>>
}

/** Bytes of an answer; a longer one is cut off and does not decode. */
const MAX_ANSWER_BYTES = 1_048_576

const boundedText = async (response: Response): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) return ""
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** Source of the method and path: the call's own name, `GET /payment/session/{id}`. */
export const requestUrl = (baseUrl: string, request: ApiRequest): URL => {
  const path = request.call.slice(request.call.indexOf(" ") + 1)
  const url = new URL(
    baseUrl.replace(/\/$/u, "") + path.replace("{id}", encodeURIComponent(request.id ?? "")),
  )
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  url.searchParams.set("lang", request.lang)
  if (request.noNude) url.searchParams.set("noNude", "true")
  return url
}

export const methodOf = (call: MemberApiCall) => call.slice(0, call.indexOf(" "))

const headersOf = (config: MemberApiConfig, request: ApiRequest): Record<string, string> => ({
  Accept: "application/json",
  "X-Api-Key": Redacted.value(config.key),
  ...(request.body !== undefined && { "Content-Type": "application/json" }),
  ...(request.token !== undefined && { Authorization: `Bearer ${Redacted.value(request.token)}` }),
  ...(request.clientAddress !== undefined && { "X-Client-Address": request.clientAddress }),
  ...(request.clientAgent !== undefined && { "X-Client-Agent": request.clientAgent }),
})

export class MemberApi extends Context.Service<MemberApi, MemberApiShape>()("gateway/MemberApi") {
  static readonly layer = (config: MemberApiConfig) =>
    Layer.effect(
      MemberApi,
      Effect.gen(function* () {
        const metrics = yield* GatewayMetrics
        const retry = Schedule.max([
          Schedule.exponential("100 millis").pipe(Schedule.jittered),
          Schedule.recurs(config.retries),
        ])

        const exchange = (request: ApiRequest): Effect.Effect<CallOutcome<unknown>> => {
          const method = methodOf(request.call)
          return Effect.tryPromise({
            try: async (signal) => {
              const response = await fetch(requestUrl(config.baseUrl, request), {
                method,
                headers: headersOf(config, request),
                redirect: "manual",
                signal,
                ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
              })
              return ofAnswer(method, response.status, await boundedText(response))
            },
            catch: (error) => ofFailure(method, error),
          }).pipe(
            Effect.catch((outcome) => Effect.succeed(outcome)),
            Effect.timeoutOrElse({
              duration: isReading(method) ? config.readTimeout : config.writeTimeout,
              orElse: () => Effect.succeed(ofFailure(method, undefined)),
            }),
          )
        }

        return MemberApi.of({
          call: (request) => {
            const once = exchange(request)
            const whole = isReading(methodOf(request.call))
              ? once.pipe(
                  Effect.filterOrFail(
                    (outcome) => outcome._tag !== "Unavailable",
                    (outcome) => outcome,
                  ),
                  Effect.retry(retry),
                  Effect.catch((outcome) => Effect.succeed(outcome)),
                )
              : once
            return metrics.timeUpstreamCall(request.call, whole)
          },
        })
      }),
    )
}
