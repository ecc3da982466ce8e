/**
 * Refuses a request where no visit is known: the refusal is counted and not written down. A refusal whose reference
 * leads support to a visit is noted there as well (commands/command-routes.ts).
 */
import { Effect } from "effect"
import { Ids } from "../ids.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import type { ProblemKind } from "../problem-kinds.ts"
import { type ProblemDetails, refusal } from "./problem.ts"

export const makeAnswerProblem = Effect.gen(function* () {
  const ids = yield* Ids
  const metrics = yield* GatewayMetrics
  /** Each run makes a new reference. */
  return (kind: ProblemKind, details: ProblemDetails = {}): Effect.Effect<Response> =>
    Effect.map(metrics.problemAnswered(kind), () => refusal(ids, kind, details).response)
})
