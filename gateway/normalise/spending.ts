/** Member API answers about limits on buying → facts: units in the names. Pure. */
import type { SpendingLimit } from "@foldcast/contracts/stream/spending"
import type { Event } from "@foldcast/contracts/stream/event"
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"
import type { UpstreamSpendingLimits } from "@foldcast/contracts/upstream/spending"
import type { CallOutcome } from "../upstream/frame.ts"
import { labelOfChange } from "./call-failure.ts"

const spendingLimit = ({ limit, bought, raise }: UpstreamSpendingLimits["day"]): SpendingLimit => ({
  limitCents: limit,
  boughtCents: bought,
  raise: raise === undefined ? null : { limitCents: raise.limit, from: raise.from },
})

const limits = ({ day, week, month, pausedUntil }: UpstreamSpendingLimits) => ({
  day: spendingLimit(day),
  week: spendingLimit(week),
  month: spendingLimit(month),
  pausedUntil,
})

/** Without an answer there is no fact. */
export const spendingLimitsListed = (
  outcome: CallOutcome<MemberApiBody<"GET /wallet/limits">>,
): ReadonlyArray<Event> =>
  outcome._tag === "Answered" ? [{ _tag: "SpendingLimitsListed", ...limits(outcome.body) }] : []

export const spendingLimitsChanged = (
  outcome: CallOutcome<MemberApiBody<"PUT /wallet/limits">>,
): Event =>
  outcome._tag === "Answered"
    ? { _tag: "SpendingLimitsChanged", ...limits(outcome.body) }
    : { _tag: "SpendingLimitsRefused", label: labelOfChange(outcome) }
