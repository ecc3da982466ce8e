/** Between the click and the bank's address. */
import { m } from "@foldcast/messages/messages"
import { Outcome } from "./outcome.tsx"

export function OpeningPayment() {
  return (
    <Outcome tone="waiting" icon={null} title={m.pay_opening_title()}>
      <p>{m.pay_opening_text()}</p>
    </Outcome>
  )
}
