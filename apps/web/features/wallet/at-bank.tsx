/**
 * The payment is at the bank: in another tab, soon in this tab, or in a closed tab. The visitor can always check
 * the status, open the bank's page again or return to the bundles.
 */
import { useState } from "react"
import type { Payment } from "@foldcast/folds/site-state"
import { commandMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { LinkButton } from "@foldcast/ui/link-button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { checkPaymentFailure, isCheckPaymentPending } from "../site/selectors.ts"
import { OutcomePanel } from "./outcome.tsx"

type AtBankPayment = Extract<Payment, { readonly _tag: "AtBank" }>

const TEXTS: Readonly<
  Record<AtBankPayment["payWindow"], { readonly title: () => string; readonly text: () => string }>
> = {
  opened: { title: m.pay_at_bank_title, text: m.pay_at_bank_text },
  blocked: { title: m.pay_blocked_title, text: m.pay_blocked_text },
  closed: { title: m.pay_closed_title, text: m.pay_closed_text },
  restored: { title: m.pay_restored_title, text: m.pay_restored_text },
}

/** The result of a status check without a change; the live region around it announces it. */
function StatusNews({ wasAsked }: { readonly wasAsked: boolean }) {
  const isPending = useSite(isCheckPaymentPending)
  const failure = useSite(checkPaymentFailure)
  const unchanged = failure === null ? m.pay_status_unchanged() : null
  const failed = failure === null ? null : `${m.pay_check_failed()} ${commandMessage(failure)()}`
  return (
    <p className="outcome__news">
      <TextRun>{wasAsked && !isPending ? (failed ?? unchanged) : null}</TextRun>
    </p>
  )
}

export function AtBank({ payment }: { readonly payment: AtBankPayment }) {
  const { dispatch, send } = useRuntime()
  const isPending = useSite(isCheckPaymentPending)
  const [wasAsked, setAsked] = useState(false)
  const { paymentURL, sessionId, payWindow } = payment
  // A visitor who came back can continue the payment, as after closing the bank's tab.
  const canGoOn = payWindow === "restored" && paymentURL !== null
  const { title } = TEXTS[payWindow]
  const { text } = TEXTS[canGoOn ? "closed" : payWindow]
  const actions = (
    <>
      <Button
        variant={payWindow === "opened" ? "secondary" : "primary"}
        wide
        isPending={isPending}
        pendingLabel={m.pay_checking_status()}
        onPress={() => {
          setAsked(true)
          send({ _tag: "CheckPayment", sessionId })
        }}
      >
        {m.pay_check_status()}
      </Button>
      {paymentURL !== null && payWindow !== "opened" && (
        <LinkButton
          href={paymentURL}
          wide
          {...(payWindow === "closed" && { target: "_blank", rel: "noopener" })}
        >
          {m.pay_go_to_bank()}
        </LinkButton>
      )}
      <Button
        variant="quiet"
        wide
        onPress={() => {
          dispatch({ _tag: "PaymentRetried" })
        }}
      >
        {m.pay_cancel()}
      </Button>
    </>
  )
  return (
    <OutcomePanel
      key={payWindow}
      tone="waiting"
      icon={null}
      title={title()}
      text={text()}
      actions={actions}
    >
      <StatusNews wasAsked={wasAsked} />
    </OutcomePanel>
  )
}
