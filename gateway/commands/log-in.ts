/**
 * LogIn, LogInWithToken and LogInWithPasskey → LoggedIn, MemberLoaded, CreditsChanged | LogInRefused.
 *
 * The token of a link and the challenge of a passkey are good once: when the gateway died after it was used, the session
 * it was stored in goes on.
 */
import { Effect } from "effect"
import { usedPasskey } from "../members/proof.ts"
import type { CommandContext, Handler } from "./handler.ts"
import { LogInFlow } from "./log-in-flow.ts"
import { type Credentials, storedToken } from "./log-in-token.ts"

const makeLogIn = Effect.map(
  LogInFlow,
  (logInFlow): Handler<"LogIn"> =>
    (command, context) =>
      Effect.flatMap(logInFlow.requestToken(command, context), (answer) =>
        logInFlow.complete(answer, context),
      ),
)

const makeLogInOnce = Effect.map(LogInFlow, (logInFlow) =>
  Effect.fnUntraced(function* (credentials: Credentials, context: CommandContext) {
    const answer = storedToken(context) ?? (yield* logInFlow.requestToken(credentials, context))
    return yield* logInFlow.complete(answer, context)
  }),
)

const makeLogInWithToken = Effect.map(
  makeLogInOnce,
  (logIn): Handler<"LogInWithToken"> =>
    ({ token }, context) =>
      logIn({ token }, context),
)

const makeLogInWithPasskey = Effect.map(
  makeLogInOnce,
  (logIn): Handler<"LogInWithPasskey"> =>
    ({ passkey }, context) =>
      logIn({ passkey: usedPasskey(passkey, context) }, context),
)

export const logInHandlers = {
  LogIn: makeLogIn,
  LogInWithToken: makeLogInWithToken,
  LogInWithPasskey: makeLogInWithPasskey,
}
