/** POST /forgot-password: the answer is the same whether or not there is such an account. */
import { Effect } from "effect"
import { DoneAnswer, ForgotPasswordRequest } from "@foldcast/contracts/upstream/member-api"
import { openCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import { forgotPassword } from "../members/forgot-password.ts"

const postForgotPassword = openCall({
  storesFor: "guests",
  body: ForgotPasswordRequest,
  answer: DoneAnswer,
  handle: ({ body, address }) => Effect.as(forgotPassword({ ...body, address }), {}),
})

export const forgotPasswordRoutes = routesOf({
  "POST /forgot-password": postForgotPassword,
})
