/** On paper alone: whose site a receipt is from, of which day, and which member's. */
import { useState } from "react"
import { memberOf } from "@foldcast/folds/account"
import type { SiteState } from "@foldcast/folds/site-state"
import { formatDay } from "@foldcast/messages/date-formats"
import { useSite } from "../../runtime/react.tsx"
import { useGatewayNow } from "../../runtime/use-gateway-now.ts"
import { useLocale, usePageFrame } from "./page-frame-context.tsx"

const selectUsername = (state: SiteState): string | null => memberOf(state)?.username ?? null

export function PaperHeading() {
  const { brand } = usePageFrame()
  const locale = useLocale()
  const username = useSite(selectUsername)
  // When it is first shown: it comes with what it is the receipt of.
  const [at] = useState(useGatewayNow())
  return (
    <p className="paper-heading" translate="no">
      {[brand.name, formatDay(at, locale), username].filter((part) => part !== null).join(" · ")}
    </p>
  )
}
