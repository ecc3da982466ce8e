/** What a minute of one way to talk costs, in credits and euro. */
import { m } from "@foldcast/messages/messages"
import { useLocale } from "../site/page-frame-context.tsx"
import { shownPrice } from "./credit-price.ts"
import { MODE_TRAITS, type StreamMode } from "./stream-modes.ts"

export function ModePrice({ mode }: { readonly mode: StreamMode }) {
  const locale = useLocale()
  const { creditsPerMinute } = MODE_TRAITS[mode]
  if (creditsPerMinute === null) return m.mode_price_of_room()
  if (creditsPerMinute === 0) return m.mode_price_free()
  return m.mode_price(shownPrice(creditsPerMinute, locale))
}
