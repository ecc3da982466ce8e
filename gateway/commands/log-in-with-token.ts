/**
 * LogInWithToken → the facts of a log-in | LogInRefused. The token of a link is good once: when the gateway
 * died after it was used, the session it was stored in goes on.
 */
import { Effect } from "effect"
import { LogInFlow } from "./log-in-flow.ts"
import type { Handler } from "./handler.ts"

export const makeLogInWithToken = Effect.map(LogInFlow, (logInFlow): Handler<"LogInWithToken"> =>
  Effect.fnUntraced(function* ({ token }, context) {
    const answer = logInFlow.stored(context) ?? (yield* logInFlow.requestToken({ token }, context))
    return yield* logInFlow.complete(answer, context)
  }),
)
