/** A member's limits on buying and their pause, as the upstream last told them, and purchases withdrawn from. */
import { SPENDING_SPANS, type SpendingSpan } from "@foldcast/contracts/spending"
import { waitingCommand } from "./pending.ts"
import type {
  SiteState,
  SpendingChange,
  SpendingOutcome,
  SpendingState,
  Withdrawal,
} from "./site-state.ts"
import type { Slice } from "./slice.ts"

const NOTHING_KNOWN: SpendingState = {
  limits: null,
  outcomes: { SetSpendingLimits: null, PauseSpending: null },
}

const forgotten = () => undefined

const isChange = (command: string | undefined): command is SpendingChange =>
  command === "SetSpendingLimits" || command === "PauseSpending"

/** Of a command of this document: what other tabs sent says nothing of what was pressed here. */
const withOutcome = (
  spending: SpendingState,
  command: string | undefined,
  outcome: SpendingOutcome | null,
): SpendingState =>
  isChange(command)
    ? { ...spending, outcomes: { ...spending.outcomes, [command]: outcome } }
    : spending

const withWithdrawal = (
  spending: SpendingState,
  sessionId: string,
  withdrawal: Withdrawal,
): SpendingState => ({
  ...spending,
  withdrawals: { ...spending.withdrawals, [sessionId]: withdrawal },
})

export const spendingSlice = {
  events: {
    StreamReset: forgotten,
    LoggedOut: forgotten,
    SpendingLimitsListed: (spending = NOTHING_KNOWN, { _tag, ...limits }) => ({
      ...spending,
      limits,
    }),
    SpendingLimitsChanged: (
      spending = NOTHING_KNOWN,
      { _tag, ...limits },
      { cause },
      { pending },
    ) =>
      withOutcome({ ...spending, limits }, waitingCommand(pending, cause)?.command, {
        refusal: null,
      }),
    SpendingLimitsRefused: (spending = NOTHING_KNOWN, { label }, { cause }, { pending }) =>
      withOutcome(spending, waitingCommand(pending, cause)?.command, { refusal: label }),
    PurchaseWithdrawn: (spending = NOTHING_KNOWN, { sessionId, amountCents, receivedAt }) =>
      withWithdrawal(spending, sessionId, { _tag: "Done", amountCents, receivedAt }),
    PurchaseWithdrawalRefused: (spending = NOTHING_KNOWN, { sessionId, label }) =>
      withWithdrawal(spending, sessionId, { _tag: "Refused", label }),
    PurchaseWithdrawalUnknown: (spending = NOTHING_KNOWN, { sessionId }) =>
      withWithdrawal(spending, sessionId, { _tag: "Unknown" }),
  },
  facts: {
    CommandSent: (spending, { command }) =>
      spending === undefined ? undefined : withOutcome(spending, command, null),
  },
} satisfies Slice<SiteState["spending"]>

/** Null while unknown. */
export const spendingLimits = ({ spending }: SiteState): SpendingState["limits"] =>
  spending?.limits ?? null

/** What came of the last change of this kind, until the next one is sent. */
export const spendingOutcome =
  (change: SpendingChange) =>
  ({ spending }: SiteState): SpendingOutcome | null =>
    spending?.outcomes[change] ?? null

/** What came of withdrawing from this purchase; null where nothing did yet. */
export const withdrawalOf =
  (sessionId: string) =>
  ({ spending }: SiteState): Withdrawal | null =>
    spending?.withdrawals?.[sessionId] ?? null

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
