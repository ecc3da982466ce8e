/**
 * The gateway sent events that this build does not know: a reload loads the newer build. It is never offered during
 * a payment (docs/protocol.md, "Events").
 */
"use no memo"

import { isPaymentInFlight } from "@foldcast/folds/payment"
import type { SiteState } from "@foldcast/folds/site-state"
import { hasUnread } from "@foldcast/folds/unread"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { useSite } from "../../runtime/react.tsx"

const offersReload = (state: SiteState) => hasUnread(state) && !isPaymentInFlight(state)

export function BuildNotice() {
  if (!useSite(offersReload)) return null
  return (
    <Banner
      tone="info"
      action={
        <Button
          onPress={() => {
            location.reload()
          }}
        >
          {m.connection_reload()}
        </Button>
      }
    >
      {m.connection_stale_build()}
    </Banner>
  )
}
