/** POST /activate and POST /resend-activation: the e-mail address is verified. */
import { Effect } from "effect"
import {
  ActivateAnswer,
  ActivateRequest,
  DoneAnswer,
} from "@foldcast/contracts/upstream/member-api"
import { memberCall, NoBody, openCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import { activate } from "../members/activate.ts"
import { resendActivation } from "../members/resend-activation.ts"

const postActivate = openCall({
  body: ActivateRequest,
  answer: ActivateAnswer,
  handle: ({ body, agent }) => activate({ key: body.key, agent }),
})

const postResendActivation = memberCall({
  storesFor: "members",
  body: NoBody,
  answer: DoneAnswer,
  handle: (member) => Effect.as(resendActivation(member), {}),
})

export const activationRoutes = routesOf({
  "POST /activate": postActivate,
  "POST /resend-activation": postResendActivation,
})
