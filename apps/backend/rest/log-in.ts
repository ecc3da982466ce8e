/** POST /login */
import { Effect, Redacted } from "effect"
import { LoginAnswer, LoginRequest } from "@foldcast/contracts/upstream/member-api"
import { openCall } from "../http/call.ts"
import { logIn } from "../members/log-in.ts"

export const postLogin = openCall({
  body: LoginRequest,
  answer: LoginAnswer,
  handle: ({ body, address }) =>
    Effect.map(
      logIn({ email: body.email, password: Redacted.make(body.password), address }),
      (token) => ({ token }),
    ),
})
