/**
 * One exchange with an upstream over HTTP, bounded in time and size, its outcome as
 * data. Reading calls are retried with jitter; others never, for nobody knows whether they took effect
 * (law L7). Called by typed-exchange.ts.
 */
import { Duration, Effect, Redacted, Schedule } from "effect"
import { MAX_ANSWER_BYTES } from "@foldcast/contracts/upstream/limits"
import type { Locale } from "@foldcast/contracts/units"
import type { GatewayMetricsShape } from "../telemetry/metrics.ts"
import { boundedBytes } from "./bounded-bytes.ts"
import { isReading, ofAnswer, ofFailure } from "./call-outcome.ts"
import type { CallOutcome } from "./frame.ts"

export interface UpstreamConfig {
  readonly baseUrl: string
  readonly key: Redacted.Redacted
  readonly readTimeout: Duration.Duration
  readonly writeTimeout: Duration.Duration
  /** Further attempts of a reading call. */
  readonly retries: number
}

/** What every call says. */
export interface UpstreamRequest {
  /** Its method and path, `GET /payment/session/{id}`. */
  readonly call: string
  /** Fills `{id}` of the path. */
  readonly id?: string
  /** Fills `{albumId}` of the path. */
  readonly albumId?: string
  readonly query?: Readonly<Record<string, string>>
  readonly lang: Locale
  readonly noNude: boolean
}

export interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

const textOf = async (response: Response): Promise<string> =>
  (await boundedBytes(response, MAX_ANSWER_BYTES))?.toString("utf8") ?? ""

/** Source of the method and path: the call's own name, `GET /payment/session/{id}`. */
export const requestUrl = (baseUrl: string, request: UpstreamRequest): URL => {
  const path = request.call.slice(request.call.indexOf(" ") + 1)
  const url = new URL(
    baseUrl.replace(/\/$/u, "") +
      path
        .replace("{id}", encodeURIComponent(request.id ?? ""))
        .replace("{albumId}", encodeURIComponent(request.albumId ?? "")),
  )
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  url.searchParams.set("lang", request.lang)
  if (request.noNude) url.searchParams.set("noNude", "true")
  return url
}

export const methodOf = (call: string) => call.slice(0, call.indexOf(" "))

/** Says the key with every call; `headers` come beside it. */
export const makeExchange = (config: UpstreamConfig, metrics: GatewayMetricsShape) => {
  const retry = Schedule.max([
    Schedule.exponential("100 millis").pipe(Schedule.jittered),
    Schedule.recurs(config.retries),
  ])

  const once = (request: UpstreamRequest, sent: Sent): Effect.Effect<CallOutcome<unknown>> => {
    const method = methodOf(request.call)
    return Effect.tryPromise({
      try: async (signal) => {
        const response = await fetch(requestUrl(config.baseUrl, request), {
          method,
          headers: {
            Accept: "application/json",
            "X-Api-Key": Redacted.value(config.key),
            ...(sent.body !== undefined && { "Content-Type": "application/json" }),
            ...sent.headers,
          },
          redirect: "manual",
          signal,
          ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
        })
        return ofAnswer(method, response.status, await textOf(response))
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

  return (request: UpstreamRequest, sent: Sent): Effect.Effect<CallOutcome<unknown>> => {
    const whole = isReading(methodOf(request.call))
      ? once(request, sent).pipe(
          Effect.filterOrFail(
            (outcome) => outcome._tag !== "Unavailable",
            (outcome) => outcome,
          ),
          Effect.retry(retry),
          Effect.catch((outcome) => Effect.succeed(outcome)),
        )
      : once(request, sent)
    return metrics.timeUpstreamCall(request.call, whole)
  }
}
