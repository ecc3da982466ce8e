/**
 * What all routes share: running an effect as a response, the client's address and headers, guards, and the limit
 * on slow readers.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Effect } from "effect"
import type { Context } from "hono"
import { GatewayConfig } from "../config.ts"
import { Ids } from "../ids.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import type { ProblemKind } from "../problem-kinds.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { makeAnswerProblem } from "./answer-problem.ts"
import { clientAddress } from "./client-address.ts"
import {
  headersOf,
  onlyOwnDeletes,
  onlyOwnImages,
  onlyOwnOffers,
  onlyOwnPictures,
  onlyOwnPosts,
} from "./guards.ts"
import type { ProblemDetails } from "./problem.ts"
import type { NonceVariables } from "./security-headers.ts"
import { cutSlowReader } from "./slow-readers.ts"

export type AppEnvironment = NonceVariables & {
  readonly Bindings: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }
}

export type AppContext = Context<AppEnvironment>

export interface ResponderOptions {
  /** Runs when the log fails during a request: the process ends (fatal.ts). */
  readonly onLogFailure: (error: LogUnavailable) => void
}

/** Calls `left` once, when the response is sent or the connection is closed. */
export const whenGone = (outgoing: ServerResponse, left: () => void): void => {
  outgoing.once("close", left)
  // A closed response emits no more events.
  if (outgoing.closed) left()
}

export const makeResponder = ({ onLogFailure }: ResponderOptions) =>
  Effect.gen(function* () {
    const { limits, origins, trustedProxies } = yield* GatewayConfig
    const ids = yield* Ids
    const metrics = yield* GatewayMetrics
    const answerProblem = yield* makeAnswerProblem
    const run = Effect.runPromiseWith(yield* Effect.context())

    const addressOf = (context: AppContext) =>
      clientAddress(
        trustedProxies,
        context.env.incoming.socket.remoteAddress,
        context.req.header("x-forwarded-for"),
      )

    return {
      run,
      /** Runs a handler; a failing log ends the process, and this request with 503. */
      answer: (effect: Effect.Effect<Response, LogUnavailable>): Promise<Response> =>
        run(
          Effect.catchTag(effect, "LogUnavailable", (error) => {
            onLogFailure(error)
            return answerProblem("unavailable")
          }),
        ),
      problem: (kind: ProblemKind, details?: ProblemDetails): Promise<Response> =>
        run(answerProblem(kind, details)),
      addressOf,
      requesterOf: (context: AppContext) => ({
        header: headersOf(context),
        address: addressOf(context),
      }),
      ownPosts: onlyOwnPosts(origins, ids),
      ownOffers: onlyOwnOffers(origins, ids),
      ownPictures: onlyOwnPictures(origins, ids),
      ownDeletes: onlyOwnDeletes(origins, ids),
      ownImages: onlyOwnImages(origins, ids),
      /** For responses whose duration the client controls. */
      cutSlowReader: (context: AppContext): void => {
        cutSlowReader(context.env.outgoing, limits.readWithinMs, () => {
          void run(metrics.slowReaderCut)
        })
      },
    }
  })

export type Responder = Effect.Success<ReturnType<typeof makeResponder>>
