/**
 * One exchange with an upstream, bounded in time and number; its outcome is data. Reading calls are retried with
 * jitter. Other calls are never retried, since they may have taken effect (law L7). Only its last step, sending a
 * request and reading its answer, depends on the transport.
 */
import { Duration, Effect, type Redacted, Schedule } from "effect"
import { TimeWitness } from "../steady-clock.ts"
import type { GatewayMetricsShape } from "../telemetry/metrics.ts"
import { boundedSemaphore } from "./bounded-semaphore.ts"
import { isReading, ofFailure } from "./call-outcome.ts"
import { makeCircuit } from "./circuit.ts"
import type { CallOutcome } from "./frame.ts"
import { methodOf, type UpstreamRequest } from "./upstream-request.ts"

/** The same for every transport. */
export interface ExchangeBounds {
  readonly readTimeout: Duration.Duration
  readonly writeTimeout: Duration.Duration
  /** Retries of a reading call. */
  readonly retries: number
  /** Concurrent calls; four times as many wait in the queue, and calls beyond that fail. */
  readonly maxCalls: number
  /** The longest pause of the circuit breaker. */
  readonly longestPause: Duration.Duration
}

export interface UpstreamConfig extends ExchangeBounds {
  readonly baseUrl: string
  readonly key: Redacted.Redacted
}

export interface TransportAnswer {
  readonly outcome: CallOutcome<unknown>
  /** The upstream's time, in milliseconds since 1970; null where the answer does not tell it. */
  readonly at: number | null
}

/**
 * Prepares a request, and makes one attempt each time the result is called. Null: it cannot be sent. An attempt
 * without a whole answer rejects, with `NotSent` where nothing reached the upstream.
 */
export type Transport = (
  request: UpstreamRequest,
) => ((signal: AbortSignal) => Promise<TransportAnswer>) | null

export const timeoutOf = (
  { readTimeout, writeTimeout }: Pick<ExchangeBounds, "readTimeout" | "writeTimeout">,
  method: string,
) => (isReading(method) ? readTimeout : writeTimeout)

const NOT_MADE: CallOutcome<never> = { _tag: "Unavailable" }

/** `upstream` is its name in the log. */
export const makeExchange = (
  upstream: string,
  bounds: ExchangeBounds,
  transport: Transport,
  metrics: GatewayMetricsShape,
) =>
  Effect.gen(function* () {
    const circuit = yield* makeCircuit(upstream, bounds.longestPause)
    const witness = yield* TimeWitness
    const calls = yield* boundedSemaphore({
      atOnce: bounds.maxCalls,
      waiting: 4 * bounds.maxCalls,
    })
    const retry = Schedule.max([
      Schedule.exponential("100 millis").pipe(Schedule.jittered),
      Schedule.recurs(bounds.retries),
    ])

    const ask = (
      attempt: NonNullable<ReturnType<Transport>>,
      method: string,
    ): Effect.Effect<CallOutcome<unknown>> =>
      Effect.tryPromise({
        try: async (signal) => {
          const { outcome, at } = await attempt(signal)
          if (at !== null) witness(at)
          return outcome
        },
        catch: (error) => ofFailure(method, error),
      }).pipe(
        Effect.catch((outcome) => Effect.succeed(outcome)),
        Effect.timeoutOrElse({
          duration: timeoutOf(bounds, method),
          orElse: () => Effect.succeed(ofFailure(method, undefined)),
        }),
      )

    return (request: UpstreamRequest): Effect.Effect<CallOutcome<unknown>> => {
      const method = methodOf(request.call)
      const attempt = transport(request)
      if (attempt === null) return Effect.succeed(NOT_MADE)
      // The circuit is checked when the call leaves the queue, so that calls queued during an outage are not made.
      const once = calls.take(circuit(ask(attempt, method)))
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
