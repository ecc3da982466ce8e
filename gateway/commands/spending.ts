/**
 * LoadSpendingLimits → SpendingLimitsListed, or nothing; SetSpendingLimits and PauseSpending → SpendingLimitsChanged |
 * SpendingLimitsRefused, for members alone. The member API decides what holds when. A change may be repeated without
 * harm, so one that ran when the gateway died is asked again: a pause then ends that much later. Where nobody knows
 * whether it was changed, the list tells.
 */
import { Effect } from "effect"
import type { SpendingLimitsRequest } from "@foldcast/contracts/upstream/spending"
import { SessionEnder } from "../members/session-ender.ts"
import { reasonOf } from "../normalise/call-failure.ts"
import { spendingLimitsChanged, spendingLimitsListed } from "../normalise/spending.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { Pipeline } from "../pipeline.ts"
import { recipientOf } from "../visits/registry.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  type CommandContext,
  callTraits,
  HANDLED,
  type Handler,
  NOT_FOR_GUESTS,
} from "./handler.ts"

/** A change that overtakes the list has it asked again (ADR 0007). */
const MAX_ATTEMPTS = 3

const makeLoad = Effect.gen(function* () {
  const api = yield* MemberApi
  const pipeline = yield* Pipeline

  const load: Handler<"LoadSpendingLimits"> = Effect.fnUntraced(function* (_, context) {
    const { commandId, session, visit } = context
    if (session.member === null) return HANDLED
    const { memberId, token } = session.member
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const asked = pipeline.stamp(memberId)
      const outcome = yield* api.call({ call: "GET /wallet/limits", token, ...callTraits(context) })
      const told = yield* pipeline.answered(spendingLimitsListed(outcome), recipientOf(visit), {
        cause: commandId,
        asked,
      })
      if (!told.overtaken) break
    }
    return HANDLED
  })
  return load
})

const makeChange = Effect.gen(function* () {
  const api = yield* MemberApi
  const endSession = yield* SessionEnder
  const facts = yield* makeCommandFacts
  const load = yield* makeLoad

  return Effect.fnUntraced(function* (
    body: typeof SpendingLimitsRequest.Type,
    context: CommandContext,
  ) {
    const { member, owner } = context.session
    if (member === null) {
      return yield* facts.decided(context, { _tag: "SpendingLimitsRefused", label: NOT_FOR_GUESTS })
    }
    const { token } = member
    const outcome = yield* api.call({
      call: "PUT /wallet/limits",
      token,
      body,
      ...callTraits(context),
    })
    if (outcome._tag !== "Answered") {
      yield* Effect.logWarning("limits on buying were not changed", { why: reasonOf(outcome) })
    }
    const handled = yield* facts.answered(context, spendingLimitsChanged(outcome))
    if (isTokenRefused(outcome)) yield* endSession.tokenRefused(owner, token)
    if (outcome._tag === "Unknown") yield* load({ _tag: "LoadSpendingLimits" }, context)
    return handled
  })
})

const makeSetLimits = Effect.map(
  makeChange,
  (change): Handler<"SetSpendingLimits"> =>
    ({ dayCents: day, weekCents: week, monthCents: month }, context) =>
      change({ day, week, month }, context),
)

const makePause = Effect.map(
  makeChange,
  (change): Handler<"PauseSpending"> =>
    ({ days: pauseDays }, context) =>
      change({ pauseDays }, context),
)

export const spendingHandlers = {
  LoadSpendingLimits: makeLoad,
  SetSpendingLimits: makeSetLimits,
  PauseSpending: makePause,
}
