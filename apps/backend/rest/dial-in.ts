/**
 * Paying by a phone call: GET, POST and DELETE /payment/dial-in, GET /payment/ivr, GET /verify/dial-in. The last two of
 * a call that was accepted take its own token.
 */
import { Effect } from "effect"
import {
  DialInAnswer,
  DialInNumbersAnswer,
  DialInRequest,
  DialInStateAnswer,
  IvrSessionAnswer,
} from "@foldcast/contracts/upstream/dial-in"
import { DoneAnswer } from "@foldcast/contracts/upstream/member-api"
import { BackendConfig } from "../config.ts"
import { acceptPin } from "../phone/accept-pin.ts"
import { callState } from "../phone/caller.ts"
import { numbersOffered, openIvrSession } from "../phone/ivr-session.ts"
import { hangUpCall } from "../phone/watch-calls.ts"
import { callerCall, NoBody, openCall } from "./call.ts"
import { routesOf } from "./routes.ts"

const getNumbers = openCall({
  body: NoBody,
  answer: DialInNumbersAnswer,
  handle: () => Effect.map(BackendConfig, ({ phone }) => numbersOffered(phone.lines)),
})

const getIvrSession = openCall({
  storesFor: "guests",
  body: NoBody,
  answer: IvrSessionAnswer,
  handle: ({ query, address }) => openIvrSession(query.get("country"), address),
})

const postDialIn = openCall({
  storesFor: "guests",
  body: DialInRequest,
  answer: DialInAnswer,
  handle: ({ body, address }) => acceptPin(body, address),
})

const getState = callerCall({
  body: NoBody,
  answer: DialInStateAnswer,
  handle: (caller, { query }) => callState(caller, query.get("session")),
})

/** Repeating it is harmless. */
const deleteDialIn = callerCall({
  body: NoBody,
  answer: DoneAnswer,
  handle: ({ id }) => Effect.as(hangUpCall(id), {}),
})

export const dialInRoutes = routesOf({
  "GET /payment/dial-in": getNumbers,
  "POST /payment/dial-in": postDialIn,
  "DELETE /payment/dial-in": deleteDialIn,
  "GET /payment/ivr": getIvrSession,
  "GET /verify/dial-in": getState,
})
