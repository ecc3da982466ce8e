/**
 * LoadLiveAlerts → LiveAlertsListed, or nothing; SetLiveAlert → LiveAlertChanged | LiveAlertRefused, for members alone.
 * A change may be repeated without harm, so one that ran when the gateway died is asked again. The member's other tabs
 * hear of it by the same fact. Where nobody knows whether it was changed, the list tells.
 */
import { Effect } from "effect"
import { SessionEnder } from "../members/session-ender.ts"
import { reasonOf } from "../normalise/call-failure.ts"
import { liveAlertChanged, liveAlertsListed } from "../normalise/live-alerts.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { Pipeline } from "../pipeline.ts"
import { recipientOf } from "../visits/registry.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { callTraits, HANDLED, type Handler, NOT_FOR_GUESTS } from "./handler.ts"

/** A change that overtakes the list has it asked again (ADR 0007). */
const MAX_ATTEMPTS = 3

const makeLoadLiveAlerts = Effect.gen(function* () {
  const api = yield* MemberApi
  const pipeline = yield* Pipeline

  const loadLiveAlerts: Handler<"LoadLiveAlerts"> = Effect.fnUntraced(function* (_, context) {
    const { commandId, session, visit } = context
    if (session.member === null) return HANDLED
    const { memberId, token } = session.member
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const asked = pipeline.stamp(memberId)
      const outcome = yield* api.call({ call: "GET /live-alert", token, ...callTraits(context) })
      const told = yield* pipeline.answered(liveAlertsListed(outcome), recipientOf(visit), {
        cause: commandId,
        asked,
      })
      if (!told.overtaken) break
    }
    return HANDLED
  })
  return loadLiveAlerts
})

const makeSetLiveAlert = Effect.gen(function* () {
  const api = yield* MemberApi
  const endSession = yield* SessionEnder
  const facts = yield* makeCommandFacts
  const loadLiveAlerts = yield* makeLoadLiveAlerts

  const setLiveAlert: Handler<"SetLiveAlert"> = Effect.fnUntraced(function* (
    { performerId, isOn },
    context,
  ) {
    const { member, owner } = context.session
    if (member === null) {
      const label = NOT_FOR_GUESTS
      return yield* facts.decided(context, { _tag: "LiveAlertRefused", performerId, label })
    }
    const outcome = yield* api.call({
      call: "PUT /live-alert",
      token: member.token,
      body: { performerId, isOn },
      ...callTraits(context),
    })
    if (outcome._tag !== "Answered") {
      yield* Effect.logWarning("a live alert was not changed", { why: reasonOf(outcome) })
    }
    const handled = yield* facts.answered(context, liveAlertChanged({ performerId, isOn }, outcome))
    if (isTokenRefused(outcome)) yield* endSession.tokenRefused(owner, member.token)
    if (outcome._tag === "Unknown") yield* loadLiveAlerts({ _tag: "LoadLiveAlerts" }, context)
    return handled
  })
  return setLiveAlert
})

export const liveAlertsHandlers = {
  LoadLiveAlerts: makeLoadLiveAlerts,
  SetLiveAlert: makeSetLiveAlert,
}
