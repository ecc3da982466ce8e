/**
 * `/health/live`: the process answers. `/health/ready`: its dependencies answer too, for load balancers and
 * operators. The answer has names and no details, since it is public.
 *
 * Some checks only degrade and never make a gateway unready: they would fail at all gateways at once, and serving
 * guests is better than serving nothing.
 */
import { Effect } from "effect"

export interface ReadinessCheck {
  readonly name: string
  /** Succeeds while the dependency is usable; a failure, a defect or a timeout means it is not. */
  readonly check: Effect.Effect<unknown, unknown>
  /** What a failed check is reported as. Without `down` the gateway is degraded and still ready. */
  readonly failedAs?: "down" | "refused" | "disputed"
}

export const CHECK_WITHIN_MS = 2_000

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  })

export const liveness = (): Response => json(200, { status: "live" })

const passes = ({ check }: ReadinessCheck): Effect.Effect<boolean> =>
  check.pipe(
    Effect.as(true),
    Effect.timeoutOrElse({ duration: CHECK_WITHIN_MS, orElse: () => Effect.succeed(false) }),
    Effect.catchCause(() => Effect.succeed(false)),
  )

export const readiness = (checks: ReadonlyArray<ReadinessCheck>): Effect.Effect<Response> =>
  Effect.map(
    Effect.forEach(
      checks,
      (check) =>
        Effect.map(passes(check), (passed) => ({
          name: check.name,
          found: passed ? "up" : (check.failedAs ?? "down"),
        })),
      { concurrency: "unbounded" },
    ),
    (results) => {
      const isReady = results.every(({ found }) => found !== "down")
      const isWhole = results.every(({ found }) => found === "up")
      return json(isReady ? 200 : 503, {
        status: isReady ? (isWhole ? "ready" : "degraded") : "unavailable",
        checks: Object.fromEntries(results.map(({ name, found }) => [name, found])),
      })
    },
  )
