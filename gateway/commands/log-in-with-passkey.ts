/**
 * LogInWithPasskey → the facts of a log-in | LogInRefused. Its challenge is good once: when the gateway died after it was
 * used, the session it was stored in goes on.
 */
import { Effect } from "effect"
import { LogInFlow } from "./log-in-flow.ts"
import type { Handler } from "./handler.ts"
import { usedPasskey } from "../members/proof.ts"

export const makeLogInWithPasskey = Effect.map(
  LogInFlow,
  (logInFlow): Handler<"LogInWithPasskey"> =>
    Effect.fnUntraced(function* ({ passkey }, context) {
      const credentials = { passkey: usedPasskey(passkey, context) }
      const answer =
        logInFlow.stored(context) ?? (yield* logInFlow.requestToken(credentials, context))
      return yield* logInFlow.complete(answer, context)
    }),
)
