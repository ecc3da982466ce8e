/** An amount that was paid, as a receipt lists it: without VAT, the VAT, and in all (WALLET-04). Pure. */
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { formatMoney, formatPercentage } from "@foldcast/messages/number-formats"
import { VAT_PERCENT, vatParts } from "@foldcast/rules/money"

export interface ReceiptFigure {
  readonly term: string
  readonly value: string
}

export const vatFigures = (paidCents: number, locale: Locale): ReadonlyArray<ReceiptFigure> => {
  const { netCents, vatCents, grossCents } = vatParts(paidCents)
  const percentage = formatPercentage(VAT_PERCENT, locale)
  return [
    { term: m.vat_net(), value: formatMoney(netCents, locale) },
    { term: m.vat_amount({ percentage }), value: formatMoney(vatCents, locale) },
    { term: m.vat_gross(), value: formatMoney(grossCents, locale) },
  ]
}
