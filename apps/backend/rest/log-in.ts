/** POST /login, by e-mail and password or by the token of a link. */
import { Effect, Redacted } from "effect"
import { LoginAnswer, LoginRequest } from "@foldcast/contracts/upstream/member-api"
import { openCall } from "../http/call.ts"
import { Refused } from "../http/refused.ts"
import { logIn } from "../members/log-in.ts"

export const postLogin = openCall({
  body: LoginRequest,
  answer: LoginAnswer,
  handle: ({ body, address }) =>
    "token" in body
      ? Effect.fail(new Refused({ status: 400, label: "linkExpired" }))
      : Effect.map(
          logIn({ email: body.email, password: Redacted.make(body.password), address }),
          (token) => ({ token }),
        ),
})
