/** Facts of a member's limits on buying, and of the pause. Amounts are euro cents; null is no limit. */
import { Schema } from "effect"
import { Label } from "../ids.ts"
import { keep } from "../sensitivity.ts"
import { Cents, EpochMillis } from "../units.ts"
import { fact } from "./fact.ts"

const limitCents = keep(Schema.NullOr(Cents))

export const SpendingLimit = Schema.Struct({
  limitCents,
  /** Paid in the span, and open. */
  boughtCents: keep(Cents),
  /** A higher limit that does not hold yet. */
  raise: Schema.NullOr(Schema.Struct({ limitCents, from: keep(EpochMillis) })),
})
export type SpendingLimit = typeof SpendingLimit.Type

const limits = {
  day: SpendingLimit,
  week: SpendingLimit,
  month: SpendingLimit,
  pausedUntil: keep(Schema.NullOr(EpochMillis)),
}

export const SpendingLimitsListed = fact("SpendingLimitsListed", "member", limits)
/** The member changed a limit, or began a pause. */
export const SpendingLimitsChanged = fact("SpendingLimitsChanged", "member", limits)
/** The change was refused, or its outcome is unknown. */
export const SpendingLimitsRefused = fact("SpendingLimitsRefused", "visit", { label: keep(Label) })

export const spendingFacts = [
  SpendingLimitsListed,
  SpendingLimitsChanged,
  SpendingLimitsRefused,
] as const
