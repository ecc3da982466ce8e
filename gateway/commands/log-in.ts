/** LogIn → LoggedIn, MemberLoaded, CreditsChanged | LogInRefused. */
import { Effect } from "effect"
import { LogInFlow } from "./log-in-flow.ts"
import type { Handler } from "./handler.ts"

export const makeLogIn = Effect.map(
  LogInFlow,
  (logInFlow): Handler<"LogIn"> =>
    (command, context) =>
      Effect.flatMap(logInFlow.requestToken(command, context), (answer) =>
        logInFlow.complete(answer, context),
      ),
)
