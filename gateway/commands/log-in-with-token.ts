/**
 * LogInWithToken → the facts of a log-in | LogInRefused. The token of a link is good once: when the gateway
 * died after it was used, the session it was stored in goes on.
 */
import { Effect } from "effect"
import { Enter } from "./enter.ts"
import type { Handler } from "./handler.ts"

export const makeLogInWithToken = Effect.map(Enter, (enter): Handler<"LogInWithToken"> =>
  Effect.fnUntraced(function* ({ token }, context) {
    const answer = enter.stored(context) ?? (yield* enter.requestToken({ token }, context))
    return yield* enter.complete(answer, context)
  }),
)
