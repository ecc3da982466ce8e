/** LogIn → LoggedIn, MemberLoaded, CreditsChanged | LogInRefused. */
import { Effect } from "effect"
import { Enter } from "./enter.ts"
import type { Handler } from "./handler.ts"

export const makeLogIn = Effect.map(
  Enter,
  (enter): Handler<"LogIn"> =>
    (command, context) =>
      Effect.flatMap(enter.requestToken(command, context), (answer) =>
        enter.complete(answer, context),
      ),
)
