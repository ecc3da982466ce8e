/**
 * The summary before payment: total with VAT, minutes, the name on the statement, and the button with the amount or
 * the reason why it is disabled.
 */
import { useId } from "react"
import type { Bundle, WalletVariant } from "@foldcast/contracts/stream/wallet"
import { chosenBundle, chosenMethod } from "@foldcast/folds/wallet"
import { m } from "@foldcast/messages/messages"
import { formatCredits, formatMinutes, formatMoney } from "@foldcast/messages/number-formats"
import { type CheckoutObstacle, checkoutObstacle } from "@foldcast/rules/checkout"
import { minutesOf, totalCredits, totalMinutes } from "@foldcast/rules/money"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { isReachable } from "../connection/reachability.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { selectWallet } from "../site/selectors.ts"
import { checkoutQuestion } from "./checkout-question.ts"
import { paymentMethodInSentence, paymentMethodName } from "./payment-method-name.ts"

export interface WalletFooterProps {
  readonly variant: WalletVariant
  /** Moves to the payment methods. */
  readonly onChangeMethod: () => void
}

const REASONS: Readonly<Record<CheckoutObstacle, () => string>> = {
  notLoggedIn: m.wallet_guest_title,
  paymentUnderWay: m.wallet_pay_blocked_pending,
  offline: m.wallet_pay_blocked_offline,
  noBundle: m.wallet_pay_blocked_bundle,
  noMethod: m.wallet_pay_blocked_method,
  noSubOption: m.wallet_pay_blocked_sub_option,
}

function Line({ term, value }: { readonly term: string; readonly value: string }) {
  return (
    <div className="wallet-figures__line">
      <dt>{term}</dt>
      <dd className="tabular" translate="no">
        {value}
      </dd>
    </div>
  )
}

/** The method may be preselected further down the page: this line names it and leads to it. */
function MethodLine({ onChange }: { readonly onChange: () => void }) {
  const method = useSite(chosenMethod)
  const { basket } = useSite(selectWallet)
  const option = method?.subOptions.find(({ id }) => id === basket?.subOptionId)
  const names = [method === null ? m.wallet_method_none() : paymentMethodName(method), option?.name]
  return (
    <div className="wallet-figures__line">
      <dt>{m.wallet_method()}</dt>
      <dd>
        <TextRun>{`${names.filter((name) => name !== undefined).join(" · ")} `}</TextRun>
        <Button
          variant="link"
          className="wallet-figures__change"
          aria-label={m.wallet_method_change_label()}
          onPress={onChange}
        >
          {m.wallet_method_change()}
        </Button>
      </dd>
    </div>
  )
}

/** The default variant lists the minutes separately; the drawer variant sums them up in one line. */
function Figures({
  bundle,
  variant,
  onChangeMethod,
}: {
  readonly bundle: Bundle
} & WalletFooterProps) {
  const { locale } = usePageFrame()
  const total = formatMoney(bundle.costCents, locale)
  const minutesInAll = formatMinutes(totalMinutes(bundle), locale)
  const creditsInAll = formatCredits(totalCredits(bundle), locale)
  const method = <MethodLine onChange={onChangeMethod} />
  return (
    <dl className="wallet-figures">
      {variant === "default" ? (
        <>
          <Line
            term={m.wallet_minutes()}
            value={formatMinutes(minutesOf(bundle.credits), locale)}
          />
          <Line
            term={m.wallet_bonus_minutes()}
            value={formatMinutes(bundle.bonusMinutes, locale)}
          />
          <Line term={m.wallet_total_minutes()} value={`${minutesInAll} · ${creditsInAll}`} />
          {method}
          <Line term={m.wallet_total_price()} value={total} />
        </>
      ) : (
        <>
          <Line term={m.wallet_you_get()} value={`${creditsInAll} · ${minutesInAll}`} />
          {method}
          <Line term={m.wallet_total()} value={total} />
        </>
      )}
    </dl>
  )
}

export function WalletFooter(props: WalletFooterProps) {
  const { startCheckout } = useRuntime()
  const { brand, locale } = usePageFrame()
  const bundle = useSite(chosenBundle)
  const method = useSite(chosenMethod)
  const question = useSite(checkoutQuestion)
  const isOnline = isReachable(useConnection())
  const obstacle = checkoutObstacle({ ...question, isOnline })
  const reason = useId()
  if (bundle === null) return null
  const amount = formatMoney(bundle.costCents, locale)
  const payWith = method === null ? null : paymentMethodInSentence(method)
  return (
    <footer className="wallet-footer">
      <Figures bundle={bundle} {...props} />
      <p className="wallet-footer__small">
        {`${m.wallet_descriptor({ descriptor: brand.name })} ${m.wallet_consent()}`}
      </p>
      <Button
        variant="primary"
        size="large"
        wide
        isDisabled={obstacle !== null}
        aria-describedby={reason}
        onPress={() => {
          startCheckout(m.pay_window_loading())
        }}
      >
        {payWith === null
          ? m.wallet_pay({ amount })
          : m.wallet_pay_with({ amount, method: payWith })}
      </Button>
      <p id={reason} className="wallet-footer__reason" role="status">
        <TextRun>{obstacle === null ? m.wallet_pay_opens_tab() : REASONS[obstacle]()}</TextRun>
      </p>
    </footer>
  )
}
