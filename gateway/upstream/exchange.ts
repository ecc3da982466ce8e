/**
 * One HTTP exchange with an upstream, bounded in time, size and number; its outcome is data. Reading calls are
 * retried with jitter. Other calls are never retried, since they may have taken effect (law L7).
 *
 * Invariant: an id cannot change the path of a call.
 */
import { Duration, Effect, Redacted, Schedule } from "effect"
import { MAX_ANSWER_BYTES } from "@foldcast/contracts/upstream/limits"
import type { Locale } from "@foldcast/contracts/units"
import { boundedBytes } from "@foldcast/limits/bounded-bytes"
import { TimeWitness } from "../steady-clock.ts"
import type { GatewayMetricsShape } from "../telemetry/metrics.ts"
import { boundedSemaphore } from "./bounded-semaphore.ts"
import { isReading, ofAnswer, ofFailure } from "./call-outcome.ts"
import { makeCircuit } from "./circuit.ts"
import type { CallOutcome } from "./frame.ts"

export interface UpstreamConfig {
  readonly baseUrl: string
  readonly key: Redacted.Redacted
  readonly readTimeout: Duration.Duration
  readonly writeTimeout: Duration.Duration
  /** Retries of a reading call. */
  readonly retries: number
  /** Concurrent calls; four times as many wait in the queue, and calls beyond that fail. */
  readonly maxCalls: number
  /** The longest pause of the circuit breaker. */
  readonly longestPause: Duration.Duration
}

export interface UpstreamRequest {
  /** Method and path, `GET /payment/session/{id}`. */
  readonly call: string
  /** Fills `{id}` of the path. */
  readonly id?: string
  /** Fills `{albumId}` of the path. */
  readonly albumId?: string
  readonly query?: Readonly<Record<string, string>>
  readonly lang: Locale
  readonly noNude: boolean
}

export interface SentRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The upstream's time; null where the `Date` header is missing, or where a cache answered. */
const timeOf = ({ headers }: Response): number | null => {
  const at = headers.has("Age") ? Number.NaN : Date.parse(headers.get("Date") ?? "")
  return Number.isNaN(at) ? null : at
}

/** Reads an answer to its end, up to a size limit. */
export type AnswerReading = (method: string, response: Response) => Promise<CallOutcome<unknown>>

export const jsonAnswer: AnswerReading = async (method, response) => {
  const bytes = await boundedBytes(response, MAX_ANSWER_BYTES)
  return ofAnswer(method, response.status, bytes ?? "")
}

/** Segments that URL parsing would drop or resolve, even when encoded. */
const NO_SEGMENTS: ReadonlySet<string> = new Set(["", ".", ".."])

/** Null where an id is not a valid path segment. */
const pathOf = (request: UpstreamRequest): string | null => {
  const given = { id: request.id ?? "", albumId: request.albumId ?? "" }
  let path = request.call.slice(request.call.indexOf(" ") + 1)
  for (const [name, value] of Object.entries(given)) {
    if (!path.includes(`{${name}}`)) continue
    if (NO_SEGMENTS.has(value) || !value.isWellFormed()) return null
    path = path.replace(`{${name}}`, () => encodeURIComponent(value))
  }
  return path
}

/**
 * Builds the URL from the call's name, `GET /payment/session/{id}`. Null where an id would lead to another path.
 */
export const requestUrl = (baseUrl: string, request: UpstreamRequest): URL | null => {
  const path = pathOf(request)
  if (path === null) return null
  const url = new URL(baseUrl.replace(/\/$/u, "") + path)
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  url.searchParams.set("lang", request.lang)
  if (request.noNude) url.searchParams.set("noNude", "true")
  return url
}

const NOT_MADE: CallOutcome<never> = { _tag: "Unavailable" }

export const methodOf = (call: string) => call.slice(0, call.indexOf(" "))

/** Sends the API key with every call, and `headers` beside it. `upstream` is its name in the log. */
export const makeExchange = (
  upstream: string,
  config: UpstreamConfig,
  metrics: GatewayMetricsShape,
  readAnswer: AnswerReading = jsonAnswer,
) =>
  Effect.gen(function* () {
    const circuit = yield* makeCircuit(upstream, config.longestPause)
    const witness = yield* TimeWitness
    const calls = yield* boundedSemaphore({
      atOnce: config.maxCalls,
      waiting: 4 * config.maxCalls,
    })
    const retry = Schedule.max([
      Schedule.exponential("100 millis").pipe(Schedule.jittered),
      Schedule.recurs(config.retries),
    ])

    const ask = (
      url: URL,
      method: string,
      sent: SentRequest,
    ): Effect.Effect<CallOutcome<unknown>> =>
      Effect.tryPromise({
        try: async (signal) => {
          const response = await fetch(url, {
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
          const at = timeOf(response)
          if (at !== null) witness(at)
          return await readAnswer(method, response)
        },
        catch: (error) => ofFailure(method, error),
      }).pipe(
        Effect.catch((outcome) => Effect.succeed(outcome)),
        Effect.timeoutOrElse({
          duration: isReading(method) ? config.readTimeout : config.writeTimeout,
          orElse: () => Effect.succeed(ofFailure(method, undefined)),
        }),
      )

    return (request: UpstreamRequest, sent: SentRequest): Effect.Effect<CallOutcome<unknown>> => {
      const method = methodOf(request.call)
      const url = requestUrl(config.baseUrl, request)
      if (url === null) return Effect.succeed(NOT_MADE)
      // The circuit is checked when the call leaves the queue, so that calls queued during an outage are not made.
      const once = calls.take(circuit(ask(url, method, sent)))
      const answered = isReading(method)
        ? once.pipe(
            Effect.filterOrFail(
              (outcome) => outcome._tag !== "Unavailable",
              (outcome) => outcome,
            ),
            Effect.retry({ schedule: retry, while: ({ _tag }) => _tag === "Unavailable" }),
          )
        : once
      // All other failures: an attempt without an answer, or an open circuit.
      const whole = Effect.orElseSucceed(answered, () => NOT_MADE)
      return metrics.timeUpstreamCall(request.call, whole)
    }
  })
