/**
 * LoadLiveAlerts → LiveAlertsListed, or nothing, for members alone; SetLiveAlert → LiveAlertChanged | LiveAlertRefused
 * (change-performer.ts).
 */
import { Effect } from "effect"
import { liveAlertChanged, liveAlertsListed } from "../normalise/live-alerts.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { Pipeline } from "../pipeline.ts"
import { recipientOf } from "../visits/registry.ts"
import { makeChangePerformer } from "./change-performer.ts"
import { callTraits, HANDLED, type Handler } from "./handler.ts"

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
  const change = yield* makeChangePerformer
  const loadLiveAlerts = yield* makeLoadLiveAlerts

  const call = "PUT /live-alert"
  const setLiveAlert: Handler<"SetLiveAlert"> = ({ performerId, isOn }, context) =>
    change(
      {
        what: "a live alert",
        refused: (label) => ({ _tag: "LiveAlertRefused", performerId, label }),
        call,
        ask: (token) =>
          api.call({
            call,
            token,
            body: { performerId, isOn },
            ...callTraits(context),
          }),
        told: (outcome) => liveAlertChanged({ performerId, isOn }, outcome),
        listAgain: () => loadLiveAlerts({ _tag: "LoadLiveAlerts" }, context),
      },
      context,
    )
  return setLiveAlert
})

export const liveAlertsHandlers = {
  LoadLiveAlerts: makeLoadLiveAlerts,
  SetLiveAlert: makeSetLiveAlert,
}
