/** What the member may still buy by their own limits, or that they paused buying, before they pay. */
import "@foldcast/folds/with-spending"
import { useEffect } from "react"
import type { SpendingSpan } from "@foldcast/contracts/spending"
import { amountsLeft, spendingLimits } from "@foldcast/folds/spending"
import { formatMoment } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { formatMoney } from "@foldcast/messages/number-formats"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { WalletLimitsLink } from "./wallet-limits-link.tsx"

const LEFT: Readonly<Record<SpendingSpan, (inputs: { left: string; limit: string }) => string>> = {
  day: m.wallet_left_day,
  week: m.wallet_left_week,
  month: m.wallet_left_month,
}

export function AmountsLeft() {
  const { send } = useRuntime()
  const locale = useLocale()
  const limits = useSite(spendingLimits)
  // Each time that the choice is shown: payments that were begun count, and those that failed no longer do.
  useEffect(() => {
    send({ _tag: "LoadSpendingLimits" })
  }, [send])
  return (
    <div className="wallet-limits">
      {limits !== null && limits.pausedUntil !== null && (
        <p>
          <TextRun>{m.limits_paused({ moment: formatMoment(limits.pausedUntil, locale) })}</TextRun>
        </p>
      )}
      {amountsLeft(limits).map(({ span, leftCents, limitCents }) => (
        <p key={span} className="tabular">
          <TextRun>
            {LEFT[span]({
              left: formatMoney(leftCents, locale),
              limit: formatMoney(limitCents, locale),
            })}
          </TextRun>
        </p>
      ))}
      <WalletLimitsLink />
    </div>
  )
}
