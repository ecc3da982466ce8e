/**
 * The summary before payment: what is bought, by what and for how much, the name on the statement, and the button
 * with the amount or the reason why it is disabled.
 */
import { type ReactNode, useId } from "react"
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
import { creditsAndMinutes } from "../site/credits-and-minutes.ts"
import { useLocale, usePageFrame } from "../site/page-frame-context.tsx"
import { selectWallet } from "../site/selectors.ts"
import { checkoutQuestion } from "./checkout-question.ts"
import { FigureLine } from "./figure-line.tsx"
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

/** Names the method, which may be preselected, and leads to all of them. */
function MethodLine({ onChange }: { readonly onChange: () => void }) {
  const method = useSite(chosenMethod)
  const { basket } = useSite(selectWallet)
  const option = method?.subOptions.find(({ id }) => id === basket?.subOptionId)
  const names = [method === null ? m.wallet_method_none() : paymentMethodName(method), option?.name]
  const name = names.filter((part) => part !== undefined).join(" · ")
  return (
    <div className="wallet-figures__line">
      <dt>{m.wallet_method()}</dt>
      <dd>
        <Button
          variant="link"
          aria-label={m.wallet_method_change({ method: name })}
          onPress={onChange}
        >
          <TextRun>{name}</TextRun>
        </Button>
      </dd>
    </div>
  )
}

interface FiguresProps {
  readonly bundle: Bundle
  /** The line of the payment method. */
  readonly method: ReactNode
}

/** One line: its terms are for screen readers, and a sighted visitor knows the figures by their units. */
function ShortFigures({ bundle, method }: FiguresProps) {
  const locale = useLocale()
  return (
    <dl className="wallet-figures wallet-figures--short">
      <FigureLine
        term={m.wallet_you_get()}
        value={creditsAndMinutes(totalCredits(bundle), locale)}
      />
      {method}
      <div className="wallet-figures__line">
        <dt>{m.wallet_total()}</dt>
        <dd className="tabular">
          <span className="wallet-figures__total" translate="no">
            {`${formatMoney(bundle.costCents, locale)} `}
          </span>
          {/* Its term says so to a screen reader. */}
          <span aria-hidden="true">{m.wallet_with_vat()}</span>
        </dd>
      </div>
    </dl>
  )
}

/** The minutes of the bundle, its bonus and both together have a line each (WALLET-15). */
function LongFigures({ bundle, method }: FiguresProps) {
  const locale = useLocale()
  const credits = formatCredits(totalCredits(bundle), locale)
  const minutes = formatMinutes(totalMinutes(bundle), locale)
  return (
    <dl className="wallet-figures wallet-figures--long">
      <FigureLine
        term={m.wallet_minutes()}
        value={formatMinutes(minutesOf(bundle.credits), locale)}
      />
      <FigureLine
        term={m.wallet_bonus_minutes()}
        value={formatMinutes(bundle.bonusMinutes, locale)}
      />
      <FigureLine term={m.wallet_total_minutes()} value={`${minutes} · ${credits}`} />
      {method}
      <FigureLine term={m.wallet_total_price()} value={formatMoney(bundle.costCents, locale)} />
    </dl>
  )
}

const FIGURES: Readonly<Record<WalletVariant, (props: FiguresProps) => ReactNode>> = {
  drawer: ShortFigures,
  default: LongFigures,
}

export function WalletFooter({ variant, onChangeMethod }: WalletFooterProps) {
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
  const Figures = FIGURES[variant]
  const payWith = method === null ? null : paymentMethodInSentence(method)
  return (
    <footer className="wallet-footer" data-variant={variant}>
      <Figures bundle={bundle} method={<MethodLine onChange={onChangeMethod} />} />
      <p className="wallet-footer__small">
        {`${m.wallet_descriptor({ descriptor: brand.name })} ${m.wallet_consent()}`}
      </p>
      <div className="wallet-footer__pay">
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
      </div>
    </footer>
  )
}
