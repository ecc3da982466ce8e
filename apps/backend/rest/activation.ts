/** POST /activate and POST /resend-activation: the e-mail address is verified. */
import { Effect } from "effect"
import {
  ActivateAnswer,
  ActivateRequest,
  DoneAnswer,
} from "@foldcast/contracts/upstream/member-api"
import { memberCall, NoBody, openCall } from "./call.ts"
import { activate } from "../members/activate.ts"
import { resendActivation } from "../members/resend-activation.ts"

export const postActivate = openCall({
  body: ActivateRequest,
  answer: ActivateAnswer,
  handle: ({ body, agent }) => activate({ key: body.key, agent }),
})

export const postResendActivation = memberCall({
  storesFor: "members",
  body: NoBody,
  answer: DoneAnswer,
  handle: (member) => Effect.as(resendActivation(member), {}),
})
