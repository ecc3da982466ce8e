/** What a minute of one way to talk costs, in credits and euro. Who pays by a phone call is told no price in credits. */
import { isInCall } from "@foldcast/folds/call"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { shownPrice } from "../paid/credit-price.ts"
import { MODE_TRAITS, type StreamMode } from "./stream-modes.ts"

/** Credits a minute; 0 where it is free, null where a phone call pays. */
export const useModePrice = (mode: StreamMode): number | null => {
  const { creditsPerMinute } = MODE_TRAITS[mode]
  const isCalling = useSite(isInCall)
  return creditsPerMinute > 0 && isCalling ? null : creditsPerMinute
}

export function ModePrice({ mode }: { readonly mode: StreamMode }) {
  const locale = useLocale()
  const price = useModePrice(mode)
  if (price === null) return null
  return (
    <TextRun>{price === 0 ? m.mode_price_free() : m.mode_price(shownPrice(price, locale))}</TextRun>
  )
}

/** The same within a tab: in credits alone. */
export function ShortModePrice({ mode }: { readonly mode: StreamMode }) {
  const locale = useLocale()
  const price = useModePrice(mode)
  if (price === null) return null
  return (
    <TextRun>
      {price === 0
        ? m.mode_price_free()
        : m.mode_price_short({ credits: formatCount(price, locale) })}
    </TextRun>
  )
}
