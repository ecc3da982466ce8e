/** Shown between the click and the arrival of the bank's address. */
import { m } from "@foldcast/messages/messages"
import { OutcomePanel } from "./outcome.tsx"

export function OpeningPayment() {
  return (
    <OutcomePanel
      tone="waiting"
      icon={null}
      title={m.pay_opening_title()}
      text={m.pay_opening_text()}
    />
  )
}
