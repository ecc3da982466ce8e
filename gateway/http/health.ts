/**
 * `/health/live`: the process answers. `/health/ready`: everything it needs answers too; the first thing
 * a load balancer and an operator ask. Names only, no detail: anybody may read them.
 *
 * What is told without making a gateway unready: it would be so for all gateways at once, and guests are
 * better served than nobody.
 */
import { Effect } from "effect"

export interface ReadinessCheck {
  readonly name: string
  /** Succeeds while the thing is usable; a failure, a defect or silence means it is not. */
  readonly check: Effect.Effect<unknown, unknown>
  /** What a check that fails is told as. Without `down` the gateway is degraded and still ready. */
  readonly failedAs?: "down" | "refused" | "disputed"
}

/** A check that has not answered by then failed. */
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
