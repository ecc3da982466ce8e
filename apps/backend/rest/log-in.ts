/** POST /login, by e-mail and password, by the token of a link, or by a passkey. */
import { Effect, Redacted } from "effect"
import { LoginAnswer, LoginRequest } from "@foldcast/contracts/upstream/member-api"
import { openCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import { logInByPassword } from "../members/log-in-by-password.ts"
import { logInByPasskey } from "../members/log-in-by-passkey.ts"
import { logInByLink } from "../members/log-in-by-link.ts"

const postLogin = openCall({
  body: LoginRequest,
  answer: LoginAnswer,
  handle: Effect.fnUntraced(function* ({ body, address, agent }) {
    if ("token" in body) {
      return { token: yield* logInByLink({ token: body.token, address, agent }) }
    }
    if ("passkey" in body) {
      return { token: yield* logInByPasskey({ used: body.passkey, address, agent }) }
    }
    const { email, password } = body
    return {
      token: yield* logInByPassword({ email, password: Redacted.make(password), address, agent }),
    }
  }),
})

export const logInRoutes = routesOf({
  "POST /login": postLogin,
})
