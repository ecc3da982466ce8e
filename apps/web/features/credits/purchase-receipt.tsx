/** The receipt of a purchase, in a window of its own: what is printed while it is open is the receipt alone. */
import { Printer } from "lucide-react"
import { useState } from "react"
import type { CreditMovement } from "@foldcast/contracts/queries/movements"
import { formatMoment } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { creditsAndMinutes } from "../site/credits-and-minutes.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { LimitsLink } from "../site/limits-link.tsx"
import { PaperHeading } from "../site/paper-heading.tsx"
import { SiteDialog } from "../site/site-window.tsx"
import { vatFigures } from "../site/vat-figures.ts"
import { MovementIds } from "./movement-ids.tsx"

export interface PurchaseReceiptProps {
  readonly movement: CreditMovement
  readonly paidCents: number
}

function Receipt({ movement, paidCents }: PurchaseReceiptProps) {
  const locale = useLocale()
  const figures = [
    { term: m.credits_column_time(), value: formatMoment(movement.at, locale) },
    { term: m.credits_kind_bundle(), value: creditsAndMinutes(movement.amount, locale) },
    ...vatFigures(paidCents, locale),
  ]
  return (
    <div className="credits-receipt">
      <PaperHeading />
      <dl className="credits-receipt__figures">
        {figures.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="tabular" translate="no">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <MovementIds {...movement} />
      <LimitsLink />
      <Button
        wide
        onPress={() => {
          print()
        }}
      >
        <Printer size={18} aria-hidden="true" />
        {m.credits_receipt_print()}
      </Button>
    </div>
  )
}

export function PurchaseReceipt(props: PurchaseReceiptProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="link"
        className="credits-row__open"
        onPress={() => {
          setOpen(true)
        }}
      >
        {m.credits_receipt()}
      </Button>
      <SiteDialog
        layer="purchaseReceipt"
        isOpen={isOpen}
        title={m.credits_receipt()}
        closeLabel={m.credits_receipt_close()}
        onClose={() => {
          setOpen(false)
        }}
      >
        <Receipt {...props} />
      </SiteDialog>
    </>
  )
}
