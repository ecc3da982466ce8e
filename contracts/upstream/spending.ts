/**
 * GET and PUT /wallet/limits: for how much a member may buy, and a pause (UA79, our extension). A day is the last 24
 * hours, a week 7 days, a month 30 days.
 */
import { Schema } from "effect"
import { PAUSE_DAYS } from "../spending.ts"
import { Cents, EpochMillis } from "../units.ts"

/** Euro cents; null: no limit. */
const limit = Schema.NullOr(Cents)

const UpstreamSpendingLimit = Schema.Struct({
  limit,
  /** Euro cents of what was paid in the span, and of payments that are open. */
  bought: Cents,
  /** A higher limit that was set and does not hold yet. */
  raise: Schema.optionalKey(Schema.Struct({ limit, from: EpochMillis })),
})

export const UpstreamSpendingLimits = Schema.Struct({
  day: UpstreamSpendingLimit,
  week: UpstreamSpendingLimit,
  month: UpstreamSpendingLimit,
  /** Until then everything paid is refused; null: no pause. */
  pausedUntil: Schema.NullOr(EpochMillis),
}).annotate({ identifier: "UpstreamSpendingLimits" })
export type UpstreamSpendingLimits = typeof UpstreamSpendingLimits.Type

/**
 * PUT /wallet/limits. A lower limit holds at once, a higher one after 24 hours, and until then it is taken back by the
 * present one. A pause is never shortened.
 */
export const SpendingLimitsRequest = Schema.Union([
  Schema.Struct({ day: limit, week: limit, month: limit }),
  Schema.Struct({ pauseDays: Schema.Literals(PAUSE_DAYS) }),
]).annotate({ identifier: "SpendingLimitsRequest" })
