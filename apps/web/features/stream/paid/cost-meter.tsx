/**
 * The running cost of a paid session: time, credits, euro and how long the credits last; and the warning before they
 * end.
 */
import type { Locale } from "@foldcast/contracts/units"
import type { PaidTimeState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { Banner } from "@foldcast/ui/banner.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { BuyCredits } from "./buy-credits.tsx"
import { isCounted } from "./cost-meter.ts"
import { clockText } from "../../site/clock-text.ts"
import { shownPrice } from "./credit-price.ts"
import { useMeter } from "./use-meter.ts"

/** How long the credits last: in whole minutes, and to the second once there are fewer than five. */
export const timeLeftText = (secondsLeft: number, locale: Locale): string =>
  isCounted(secondsLeft)
    ? clockText(secondsLeft)
    : m.meter_minutes_left({ minutes: formatCount(Math.floor(secondsLeft / 60), locale) })

export function CostMeter({ paid }: { readonly paid: PaidTimeState }) {
  const locale = useLocale()
  const { seconds, credits, secondsLeft, warning } = useMeter(paid)
  const time = clockText(seconds)
  const amount = m.meter_amount(shownPrice(credits, locale))
  return (
    <dl className="meter tabular" aria-label={m.meter_label()}>
      <div>
        <dt>{m.meter_time()}</dt>
        <dd translate="no">{paid.isHeld ? m.meter_held({ time }) : time}</dd>
      </div>
      <div>
        <dt>{m.meter_cost()}</dt>
        <dd translate="no">{amount}</dd>
      </div>
      <div data-warning={warning}>
        <dt>{m.meter_left()}</dt>
        <dd translate="no">
          <TextRun>{timeLeftText(secondsLeft, locale)}</TextRun>
        </dd>
      </div>
    </dl>
  )
}

export function CostWarning({ paid }: { readonly paid: PaidTimeState }) {
  const { warning } = useMeter(paid)
  if (warning === "none") return null
  return (
    <Banner
      tone="warning"
      action={<BuyCredits variant={warning === "one" ? "primary" : "secondary"} />}
    >
      {warning === "one" ? m.meter_one() : m.meter_five()}
    </Banner>
  )
}
