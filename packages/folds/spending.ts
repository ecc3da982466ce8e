/** A member's limits on buying and their pause, as the upstream last told them. */
import { SPENDING_SPANS, type SpendingSpan } from "@foldcast/contracts/spending"
import type { SiteState, SpendingState } from "./site-state.ts"
import { type Slice, withChanges } from "./slice.ts"

const NOTHING_KNOWN: SpendingState = { limits: null, refusal: null }

const forgotten = () => undefined

export const spendingSlice = {
  events: {
    StreamReset: forgotten,
    LoggedOut: forgotten,
    SpendingLimitsListed: (spending = NOTHING_KNOWN, { _tag, ...limits }) => ({
      ...spending,
      limits,
    }),
    SpendingLimitsChanged: (_, { _tag, ...limits }) => ({ limits, refusal: null }),
    SpendingLimitsRefused: (spending = NOTHING_KNOWN, { label }) =>
      withChanges(spending, { refusal: label }),
  },
  facts: {
    CommandSent: (spending, { command }) =>
      spending !== undefined && (command === "SetSpendingLimits" || command === "PauseSpending")
        ? withChanges(spending, { refusal: null })
        : spending,
  },
} satisfies Slice<SiteState["spending"]>

/** Null while unknown. */
export const spendingLimits = ({ spending }: SiteState): SpendingState["limits"] =>
  spending?.limits ?? null

/** Why the last change was refused, until the next one. */
export const spendingRefusal = ({ spending }: SiteState): string | null => spending?.refusal ?? null

export interface AmountLeft {
  readonly span: SpendingSpan
  readonly leftCents: number
  readonly limitCents: number
}

/** What may still be bought by each limit that there is. */
export const amountsLeft = (limits: SpendingState["limits"]): ReadonlyArray<AmountLeft> =>
  limits === null
    ? []
    : SPENDING_SPANS.flatMap((span) => {
        const { limitCents, boughtCents } = limits[span]
        return limitCents === null
          ? []
          : { span, limitCents, leftCents: Math.max(0, limitCents - boughtCents) }
      })
