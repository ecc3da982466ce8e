/** The end of a payment: paid, failed with its reason, refused before it began, or unknown. */
import { CircleCheck, CircleHelp, CircleMinus, CircleX } from "lucide-react"
import { SPENDING_PAUSED } from "@foldcast/contracts/spending"
import type { Payment } from "@foldcast/folds/site-state"
import {
  commandMessage,
  limitMessage,
  paymentFailureMessage,
} from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { paymentFailureReason } from "@foldcast/rules/payment-failure"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { creditsAndMinutes } from "../site/credits-and-minutes.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { HelpLink } from "../site/help-link.tsx"
import { PaperHeading } from "../site/paper-heading.tsx"
import { Reference } from "../site/reference.tsx"
import { selectBalance } from "../site/selectors.ts"
import { vatFigures } from "../site/vat-figures.ts"
import { FigureLine } from "./figure-line.tsx"
import { OutcomePanel } from "./outcome.tsx"
import { WalletLimitsLink } from "./wallet-limits-link.tsx"

function Retry({ label = m.pay_retry() }: { readonly label?: string }) {
  const { dispatch } = useRuntime()
  return (
    <Button
      variant="primary"
      size="large"
      wide
      onPress={() => {
        dispatch({ _tag: "PaymentRetried" })
      }}
    >
      {label}
    </Button>
  )
}

/** Below a failure that a visitor may not understand. */
function RetryOrHelp() {
  return (
    <>
      <Retry />
      <HelpLink question="failed">{m.help_link()}</HelpLink>
    </>
  )
}

export function PaymentSucceeded({
  payment,
}: {
  readonly payment: Extract<Payment, { readonly _tag: "Succeeded" }>
}) {
  const { dispatch } = useRuntime()
  const locale = useLocale()
  const balance = useSite(selectBalance)
  const bought = formatCredits(payment.credits, locale)
  const close = (
    <Button
      variant="primary"
      size="large"
      wide
      onPress={() => {
        dispatch({ _tag: "WalletClosed" })
      }}
    >
      {m.pay_success_close()}
    </Button>
  )
  return (
    <OutcomePanel
      tone="success"
      icon={CircleCheck}
      title={m.pay_success_title()}
      text={m.pay_success_text({ credits: bought })}
      letterhead={<PaperHeading />}
      actions={close}
    >
      <dl className="wallet-figures outcome__receipt">
        <FigureLine
          term={m.pay_success_credits()}
          value={creditsAndMinutes(payment.credits, locale)}
        />
        {vatFigures(payment.amountCents, locale).map((figure) => (
          <FigureLine key={figure.term} {...figure} />
        ))}
        {balance !== null && (
          <FigureLine term={m.pay_success_balance()} value={formatCredits(balance, locale)} />
        )}
      </dl>
      <WalletLimitsLink />
    </OutcomePanel>
  )
}

export function PaymentFailedResult({
  payment: { reasonCode, reference },
}: {
  readonly payment: Extract<Payment, { readonly _tag: "Failed" }>
}) {
  const reason = paymentFailureReason(reasonCode)
  const text = paymentFailureMessage(reason)()
  // The visitor cancelled: this is no failure, and support cannot help with it.
  if (reason === "cancelled") {
    return (
      <OutcomePanel
        tone="neutral"
        icon={CircleMinus}
        title={m.pay_cancelled_title()}
        text={text}
        actions={<Retry />}
      />
    )
  }
  return (
    <OutcomePanel
      tone="danger"
      icon={CircleX}
      title={m.pay_failed_title()}
      text={text}
      actions={<RetryOrHelp />}
    >
      <Reference reference={reference} />
    </OutcomePanel>
  )
}

/** The member's own limit, or their pause: no failure, and nothing for support. */
function RefusedByLimit({ label, text }: { readonly label: string; readonly text: string }) {
  const isPaused = label === SPENDING_PAUSED
  return (
    <OutcomePanel
      tone="neutral"
      icon={CircleMinus}
      title={isPaused ? m.pay_refused_title() : m.pay_limited_title()}
      text={`${m.pay_refused_text()} ${text}`}
      actions={
        <>
          {!isPaused && <Retry label={m.pay_limited_choose()} />}
          <WalletLimitsLink />
        </>
      }
    />
  )
}

export function PaymentRefused({
  payment: { label, reference },
}: {
  readonly payment: Extract<Payment, { readonly _tag: "Refused" }>
}) {
  const limit = limitMessage(label)
  if (limit !== null) return <RefusedByLimit label={label} text={limit()} />
  return (
    <OutcomePanel
      tone="danger"
      icon={CircleX}
      title={m.pay_refused_title()}
      text={`${m.pay_refused_text()} ${commandMessage(label)()}`}
      actions={<RetryOrHelp />}
    >
      <Reference reference={reference} />
    </OutcomePanel>
  )
}

export function PaymentUnknown({
  payment: { reference },
}: {
  readonly payment: Extract<Payment, { readonly _tag: "Unknown" }>
}) {
  return (
    <OutcomePanel
      tone="warning"
      icon={CircleHelp}
      title={m.pay_unknown_title()}
      text={m.pay_unknown_text()}
      actions={<RetryOrHelp />}
    >
      <Reference reference={reference} />
    </OutcomePanel>
  )
}
