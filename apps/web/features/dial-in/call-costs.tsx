/** What a call costs, whole, beside the number: by the minute, for its start, and at most (DIALIN-33). */
import type { CallCosts } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { formatMoney, formatPricePerMinute } from "@foldcast/messages/number-formats"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useLocale } from "../site/page-frame-context.tsx"

export function CallCostsLine({ tariffCents, startCents = 0, maxCents }: CallCosts) {
  const locale = useLocale()
  const parts = [
    formatPricePerMinute(tariffCents, locale),
    ...(startCents > 0 ? [m.dial_in_cost_start({ price: formatMoney(startCents, locale) })] : []),
    ...(maxCents === undefined
      ? []
      : [m.dial_in_cost_max({ price: formatMoney(maxCents, locale) })]),
  ]
  return (
    <p className="dial-in__costs tabular">
      <TextRun>{parts.join(", ")}</TextRun>
    </p>
  )
}
