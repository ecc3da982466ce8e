/** What the call came to, once it has ended, until it is dismissed. */
import { useState } from "react"
import { dialInOf } from "@foldcast/folds/dial-in"
import type { CallFigures, SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { formatMoney } from "@foldcast/messages/number-formats"
import { Banner } from "@foldcast/ui/banner.tsx"
import { useSite } from "../../runtime/react.tsx"
import { durationParts } from "../site/clock-text.ts"
import { DismissButton } from "../site/dismiss-button.tsx"
import { useLocale } from "../site/page-frame-context.tsx"

const lastCallOf = (state: SiteState) => dialInOf(state).lastCall

export function CallEndedNotice() {
  const locale = useLocale()
  const lastCall = useSite(lastCallOf)
  const [read, setRead] = useState<CallFigures | null>(null)
  if (lastCall === null || lastCall === read) return null
  return (
    <Banner
      tone="info"
      action={
        <DismissButton
          onPress={() => {
            setRead(lastCall)
          }}
        />
      }
    >
      {m.call_ended_notice({
        duration: m.call_duration(durationParts(lastCall.seconds)),
        price: formatMoney(lastCall.cents, locale),
      })}
    </Banner>
  )
}
