/**
 * Withdrawing from a purchase, in two labelled steps: the row's button opens this question, and its answer is the
 * withdrawal. What came of it is acknowledged here, with the time at which it was received (WALLET-59).
 */
import { useState } from "react"
import type { CreditMovement } from "@foldcast/contracts/queries/movements"
import type { Locale } from "@foldcast/contracts/units"
import { WITHDRAWAL_OVER, WITHDRAWAL_SPENT } from "@foldcast/contracts/withdrawal"
import { failureOf, isPending } from "@foldcast/folds/pending"
import type { Withdrawal } from "@foldcast/folds/site-state"
import { withdrawalOf } from "@foldcast/folds/spending"
import { formatMoment } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { formatCredits, formatMoney } from "@foldcast/messages/number-formats"
import { AlertDialog } from "@foldcast/ui/alert-dialog.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { useLayer } from "../site/use-layer.ts"

/** A purchase as it was when its row was pressed: the row changes with the withdrawal. */
export interface WithdrawablePurchase {
  readonly sessionId: string
  readonly until: number
  readonly credits: number
  readonly paidCents: number
}

/** Null for what cannot be withdrawn from. */
export const withdrawable = ({
  withdrawal,
  amount: credits,
  paidCents,
}: CreditMovement): WithdrawablePurchase | null =>
  withdrawal === null || paidCents === null ? null : { ...withdrawal, credits, paidCents }

const REFUSALS: Readonly<Record<string, () => string>> = {
  [WITHDRAWAL_OVER]: m.withdrawal_over,
  [WITHDRAWAL_SPENT]: m.withdrawal_spent,
}

/** Whether another try may come to something else. */
const mayTryAgain = (outcome: Withdrawal): boolean =>
  outcome._tag === "Unknown" ||
  (outcome._tag === "Refused" && !Object.hasOwn(REFUSALS, outcome.label))

const outcomeText = (outcome: Withdrawal, locale: Locale): string => {
  switch (outcome._tag) {
    case "Done":
      return m.withdrawal_done({
        when: formatMoment(outcome.receivedAt, locale),
        euro: formatMoney(outcome.amountCents, locale),
      })
    case "Refused":
      return (REFUSALS[outcome.label] ?? m.withdrawal_failed)()
    case "Unknown":
      return m.withdrawal_unknown()
  }
}

const isSending = isPending("WithdrawPurchase")
const sendingFailed = failureOf("WithdrawPurchase")

/** What came of it, as far as this window asked: a command that was not admitted is a refusal too. */
const useOutcome = (sessionId: string, hasSent: boolean): Withdrawal | null => {
  const told = useSite(withdrawalOf(sessionId))
  const failure = useSite(sendingFailed)
  if (!hasSent) return null
  return failure === null ? told : { _tag: "Refused", label: failure }
}

interface WithdrawPurchaseProps {
  readonly purchase: WithdrawablePurchase
  readonly onClose: () => void
}

export function WithdrawPurchase({ purchase, onClose }: WithdrawPurchaseProps) {
  const { sessionId, until, credits, paidCents } = purchase
  const locale = useLocale()
  const { send } = useRuntime()
  const isUnderWay = useSite(isSending)
  const [hasSent, setSent] = useState(false)
  const outcome = useOutcome(sessionId, hasSent && !isUnderWay)
  useLayer("withdrawPurchase", true, onClose)

  const withdraw = () => {
    setSent(true)
    send({ _tag: "WithdrawPurchase", sessionId })
  }
  if (outcome !== null) {
    const isDone = outcome._tag === "Done"
    return (
      <AlertDialog
        key="outcome"
        isOpen
        title={isDone ? m.withdrawal_done_title() : m.withdrawal_failed_title()}
        onEscape={onClose}
      >
        <div className="credits-withdrawal">
          <p role="status">
            <TextRun>{outcomeText(outcome, locale)}</TextRun>
          </p>
          <div className="actions__row">
            {mayTryAgain(outcome) && (
              <Button variant="primary" onPress={withdraw}>
                {m.withdrawal_again()}
              </Button>
            )}
            <Button
              variant={mayTryAgain(outcome) ? "secondary" : "primary"}
              autoFocus
              onPress={onClose}
            >
              {m.withdrawal_close()}
            </Button>
          </div>
        </div>
      </AlertDialog>
    )
  }
  return (
    <AlertDialog key="question" isOpen title={m.withdrawal_title()} onEscape={onClose}>
      <div className="credits-withdrawal">
        <p>
          {m.withdrawal_text({
            euro: formatMoney(paidCents, locale),
            credits: formatCredits(credits, locale),
            when: formatMoment(until, locale),
          })}
        </p>
        <div className="actions__row">
          <Button variant="secondary" autoFocus onPress={onClose}>
            {m.withdrawal_stay()}
          </Button>
          <Button
            variant="primary"
            isPending={isUnderWay}
            pendingLabel={m.withdrawal_pending()}
            onPress={withdraw}
          >
            {m.withdrawal_confirm()}
          </Button>
        </div>
      </div>
    </AlertDialog>
  )
}
