/**
 * One exchange with an upstream over HTTP, bounded in time, size and number, its outcome as
 * data. Reading calls are retried with jitter; others never, for nobody knows whether they took effect
 * (law L7). Called by typed-exchange.ts and, for what is no JSON, performer-stills.ts.
 *
 * Invariant: the path that is asked for is the call's own, whatever its ids are.
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
  /** Further attempts of a reading call. */
  readonly retries: number
  /** Calls out at once; four times as many wait for their turn, and more are not made. */
  readonly maxCalls: number
  /** Before an upstream that does not answer is asked again. */
  readonly longestPause: Duration.Duration
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

export interface SentRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** What time it was there; null where it does not say, or a cache on the way answered. */
const timeOf = ({ headers }: Response): number | null => {
  const at = headers.has("Age") ? Number.NaN : Date.parse(headers.get("Date") ?? "")
  return Number.isNaN(at) ? null : at
}

/** Reads an answer to its end, no further than its limit. */
export type AnswerReading = (method: string, response: Response) => Promise<CallOutcome<unknown>>

export const jsonAnswer: AnswerReading = async (method, response) => {
  const bytes = await boundedBytes(response, MAX_ANSWER_BYTES)
  return ofAnswer(method, response.status, bytes ?? "")
}

/** What an address takes for a step up or for none at all, however it is encoded. */
const NO_SEGMENTS: ReadonlySet<string> = new Set(["", ".", ".."])

/** Null where an id cannot stand in a path. */
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
 * Source of the method and path: the call's own name, `GET /payment/session/{id}`. Null where its ids would
 * lead to another path.
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

/** Says the key with every call; `headers` come beside it. `upstream` names it in the log. */
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
      // The circuit is looked at when it is its turn: what has waited behind a silence is not made then.
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
      // Whatever is left: an attempt without an answer, or none that was made.
      const whole = Effect.orElseSucceed(answered, () => NOT_MADE)
      return metrics.timeUpstreamCall(request.call, whole)
    }
  })
