/** The receipt of a paid session: how long, what it cost, and the movements that the account's history shows. */
import type { ReceiptState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"
import { clockText } from "./cost-meter.ts"
import { shownPrice } from "./credit-price.ts"

export function Receipt({ receipt }: { readonly receipt: ReceiptState }) {
  const locale = useLocale()
  const { dispatch } = useRuntime()
  const { seconds, credits, movementIds } = receipt
  return (
    <section className="receipt" aria-labelledby="receipt-title" role="status">
      <h2 id="receipt-title">{m.receipt_title()}</h2>
      <dl className="meter tabular">
        <div>
          <dt>{m.receipt_duration()}</dt>
          <dd>{clockText(seconds)}</dd>
        </div>
        <div>
          <dt>{m.receipt_cost()}</dt>
          <dd>
            {credits === 0 ? m.receipt_nothing() : m.meter_amount(shownPrice(credits, locale))}
          </dd>
        </div>
      </dl>
      {movementIds.length > 0 && (
        <details>
          <summary>{m.receipt_movements()}</summary>
          <ul>
            {movementIds.map((id) => (
              <li key={id}>
                <code>{id}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <SiteLink page="settings-credits">{m.receipt_history()}</SiteLink>
      <Button
        onPress={() => {
          dispatch({ _tag: "ReceiptClosed" })
        }}
      >
        {m.receipt_close()}
      </Button>
    </section>
  )
}
