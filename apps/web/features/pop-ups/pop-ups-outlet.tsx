/**
 * Loads the pop-ups of conversations as soon as there is one to show: this browser remembers some, a message came while
 * the page was open, or somebody is to be written to. Elsewhere nothing of them is loaded.
 */
"use no memo"

import { useState } from "react"
import { memberOf } from "@foldcast/folds/account"
import type { SiteState } from "@foldcast/folds/site-state"
import { useSite } from "../../runtime/react.tsx"
import { popUpsStore } from "../../runtime/stores/pop-ups.ts"
import { useGatewayNow } from "../../runtime/use-gateway-now.ts"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { useIsPageOn } from "../site/page-frame-context.tsx"

export interface PopUpsProps {
  /** Gateway milliseconds: what came before is no news. */
  readonly since: number
}

const parts = lazyOverlay<PopUpsProps>(async () => (await import("./pop-ups.tsx")).PopUps)

const isMessageWanted = ({ account, popUps }: SiteState): boolean =>
  account.messageOnLogIn !== null || popUps !== undefined
const unreadOf = ({ unreadMessages }: SiteState) => unreadMessages

/** More is unread than this document was first told. */
const useHasMoreUnread = (): boolean => {
  const unread = useSite(unreadOf)
  const [least, setLeast] = useState(unread)
  if (unread !== undefined && (least === undefined || unread < least)) setLeast(unread)
  return unread !== undefined && least !== undefined && unread > least
}

function Due() {
  const [since] = useState(useGatewayNow())
  const isWanted = useSite(isMessageWanted)
  const hasMore = useHasMoreUnread()
  const [isDue, setDue] = useState(() => popUpsStore.read().value !== null)
  if ((isWanted || hasMore) && !isDue) setDue(true)
  if (!isDue) return null
  return (
    <LazyBoundary>
      <parts.Component since={since} />
    </LazyBoundary>
  )
}

export function PopUpsOutlet() {
  const memberId = useSite((state) => memberOf(state)?.memberId ?? null)
  const isPageOn = useIsPageOn()
  return memberId !== null && isPageOn("messenger") ? <Due key={memberId} /> : null
}
