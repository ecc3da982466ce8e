/** States of paying by phone: what a browser was shown, a call that waits for its PIN, and one that pays. */
import { Effect, Option } from "effect"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { notFound } from "../http/refused.ts"
import { BackendIds } from "../ids.ts"
import { acceptPin } from "../phone/accept-pin.ts"
import { callArrived } from "../phone/arrive.ts"
import { callOfSession } from "../phone/call-store.ts"
import { openIvrSession } from "../phone/ivr-session.ts"
import { takePhoneNotice } from "../phone/take-notice.ts"
import type { StateParams } from "./member-states.ts"

/** Every session from an address of its own, so that no limit is met. */
export const ivrSession = Effect.fnUntraced(function* () {
  const { session, callednumber: number } = yield* openIvrSession(
    null,
    (yield* BackendIds).next("ivr"),
  )
  return { session, number }
})

export const waitingCall = Effect.fnUntraced(function* () {
  const line = (yield* BackendConfig).phone.lines[0]
  if (line === undefined) return yield* notFound()
  const call = (yield* BackendIds).next("call")
  const { number, tariffCents } = line
  const { pin } = yield* callArrived({ v: 1, kind: "arrived", call, number, tariffCents })
  return { ...(yield* ivrSession()), call, pin }
})

const acceptedCall = Effect.fnUntraced(function* () {
  const waiting = yield* waitingCall()
  const { session, pin: pincode } = waiting
  const viewer = (yield* BackendIds).next("ivr")
  const typed = { session, pincode, viewer, username: "anon1234567" }
  const { token } = yield* acceptPin(typed, viewer)
  return { ...waiting, token }
})

/** The provider's notice of that session's call. */
const told = Effect.fnUntraced(function* (session: string, isEnded: boolean) {
  const found = yield* callOfSession(yield* SqlDatabase, session)
  if (Option.isNone(found)) return yield* notFound()
  const { provider_call: call, seconds } = found.value
  yield* takePhoneNotice(
    isEnded
      ? { v: 1, kind: "ended", call, seconds, reason: "caller" }
      : { v: 1, kind: "connected", call },
  )
  return { session, call }
})

export const payingCall = Effect.fnUntraced(function* ({ session, ended = false }: StateParams) {
  if (session !== undefined) return yield* told(session, ended)
  const accepted = yield* acceptedCall()
  yield* told(accepted.session, false)
  if (ended) yield* told(accepted.session, true)
  return accepted
})
