/** What the running call comes to: its time, and its price in euro. Between two words of the service it is about so. */
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { formatMoney } from "@foldcast/messages/number-formats"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { clockText } from "../site/clock-text.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import type { CallReading, RunningCall } from "./call-cost.ts"
import { useCallReading } from "./use-call-reading.ts"

const costText = ({ cents, isExact }: CallReading, locale: Locale): string => {
  const price = formatMoney(cents, locale)
  return isExact ? price : m.call_about({ price })
}

/** In one line, where there is no room for words beside them. */
export function CallFigures({ call }: { readonly call: RunningCall }) {
  const locale = useLocale()
  const reading = useCallReading(call)
  return (
    <span className="tabular" translate="no">
      <TextRun>{`${clockText(reading.seconds)} · ${costText(reading, locale)}`}</TextRun>
    </span>
  )
}

export function CallMeter({ call }: { readonly call: RunningCall }) {
  const locale = useLocale()
  const reading = useCallReading(call)
  return (
    <dl className="meter tabular" aria-label={m.meter_label()}>
      <div>
        <dt>{m.meter_time()}</dt>
        <dd translate="no">{clockText(reading.seconds)}</dd>
      </div>
      <div>
        <dt>{m.meter_cost()}</dt>
        <dd translate="no">{costText(reading, locale)}</dd>
      </div>
    </dl>
  )
}
