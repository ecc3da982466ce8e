/** The heading of a printed receipt only: the site's name, the day and the member's name. */
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
  // The moment of the first render: this component mounts together with the receipt.
  const [at] = useState(useGatewayNow())
  return (
    <p className="paper-heading" translate="no">
      {[brand.name, formatDay(at, locale), username].filter((part) => part !== null).join(" · ")}
    </p>
  )
}
