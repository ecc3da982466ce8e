/** POST /member */
import { Effect, Redacted } from "effect"
import { RegisterAnswer, RegisterRequest } from "@foldcast/contracts/upstream/member-api"
import { openCall } from "../http/call.ts"
import { register } from "../members/register.ts"

export const postMember = openCall({
  body: RegisterRequest,
  answer: RegisterAnswer,
  handle: ({ body, lang, address }) =>
    Effect.map(
      register({
        email: body.email,
        password: Redacted.make(body.password),
        username: body.username,
        birthday: body.birthday,
        lang,
        address,
      }),
      (id) => ({ id }),
    ),
})
