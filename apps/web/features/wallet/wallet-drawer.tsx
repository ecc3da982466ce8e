/**
 * The wallet: the balance on top, the payment's current state below. Waiting, success and failure replace the body,
 * never the header.
 */
import { useState } from "react"
import { memberOf } from "@foldcast/folds/account"
import type { Payment } from "@foldcast/folds/site-state"
import { isMemberSourceInterrupted } from "@foldcast/folds/visit"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { paymentFailureReason, wantsAnotherMethod } from "@foldcast/rules/payment-failure"
import { Drawer } from "@foldcast/ui/dialog.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { selectBalance, selectPayment } from "../site/selectors.ts"
import { AtBank } from "./at-bank.tsx"
import { Checkout, type CheckoutProps } from "./checkout.tsx"
import { OpeningPayment } from "./opening-payment.tsx"
import {
  PaymentFailedResult,
  PaymentRefused,
  PaymentSucceeded,
  PaymentUnknown,
} from "./payment-result.tsx"
import { WalletForGuest } from "./wallet-placeholders.tsx"
import "./wallet.css"

const checkoutStart = (before: Payment | null): CheckoutProps["startsAt"] =>
  before?._tag === "Failed" && wantsAnotherMethod(paymentFailureReason(before.reasonCode))
    ? "methods"
    : "bundles"

function WalletBody({ payment }: { readonly payment: Payment }) {
  const [{ now, before }, setSeen] = useState<{ now: Payment; before: Payment | null }>({
    now: payment,
    before: null,
  })
  if (now !== payment) setSeen({ now: payment, before: now })
  switch (payment._tag) {
    case "Ready":
      return <Checkout startsAt={checkoutStart(before)} />
    case "Opening":
      return <OpeningPayment />
    case "AtBank":
      return <AtBank payment={payment} />
    case "Succeeded":
      return <PaymentSucceeded payment={payment} />
    case "Failed":
      return <PaymentFailedResult payment={payment} />
    case "Refused":
      return <PaymentRefused payment={payment} />
    case "Unknown":
      return <PaymentUnknown payment={payment} />
  }
}

function WalletBalance() {
  const locale = useLocale()
  const balance = useSite(selectBalance)
  const isUpdating = useSite(isMemberSourceInterrupted)
  if (balance === null) return null
  return (
    <p className={isUpdating ? "wallet-balance wallet-balance--updating" : "wallet-balance"}>
      <TextRun>{`${m.wallet_balance()} `}</TextRun>
      <strong className="tabular" translate="no">
        {formatCredits(balance, locale)}
      </strong>
      {isUpdating && <span>{` (${m.header_credits_updating()})`}</span>}
    </p>
  )
}

export function WalletDrawer({ isOpen }: { readonly isOpen: boolean }) {
  const { dispatch } = useRuntime()
  const isMember = useSite(memberOf) !== null
  const payment = useSite(selectPayment)
  return (
    <Drawer
      isOpen={isOpen}
      title={m.wallet_title()}
      closeLabel={m.wallet_close()}
      onClose={() => {
        dispatch({ _tag: "WalletClosed" })
      }}
    >
      <WalletBalance />
      {isMember ? <WalletBody payment={payment} /> : <WalletForGuest />}
    </Drawer>
  )
}
