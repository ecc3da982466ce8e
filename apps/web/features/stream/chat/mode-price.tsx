/** What a minute of one way to talk costs, in credits and euro. Nothing for who pays by a phone call. */
import { isInCall } from "@foldcast/folds/call"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { shownPrice } from "../paid/credit-price.ts"
import { MODE_TRAITS, type StreamMode } from "./stream-modes.ts"

export function ModePrice({ mode }: { readonly mode: StreamMode }) {
  const locale = useLocale()
  const { creditsPerMinute } = MODE_TRAITS[mode]
  const isCalling = useSite(isInCall)
  if (creditsPerMinute > 0 && isCalling) return null
  if (creditsPerMinute === 0) return <TextRun>{m.mode_price_free()}</TextRun>
  return <TextRun>{m.mode_price(shownPrice(creditsPerMinute, locale))}</TextRun>
}

/** The same within a tab: in credits alone. */
export function ShortModePrice({ mode }: { readonly mode: StreamMode }) {
  const locale = useLocale()
  const { creditsPerMinute } = MODE_TRAITS[mode]
  const isCalling = useSite(isInCall)
  if (creditsPerMinute > 0 && isCalling) return null
  return (
    <TextRun>
      {creditsPerMinute === 0
        ? m.mode_price_free()
        : m.mode_price_short({ credits: formatCount(creditsPerMinute, locale) })}
    </TextRun>
  )
}
