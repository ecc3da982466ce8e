/**
 * The page's notices, but for that of favourites, whose live region is there before its text. None has anything to say
 * before its page has been taken over, so their script comes after the page's first one (site-shell.tsx).
 */
"use no memo"

import { createPortal } from "react-dom"
import { RegisteredNotice } from "../account/registered-notice.tsx"
import { BuildNotice } from "../connection/build-notice.tsx"
import { ConnectionNotice } from "../connection/connection-notice.tsx"
import { CookieNotice } from "../connection/cookie-notice.tsx"
import { SessionNotice } from "../connection/session-notice.tsx"
import { CallOutlet } from "../dial-in/call-outlet.tsx"
import { UnreadTitle } from "../messenger/unread-title.tsx"
import { PopUpsOutlet } from "../pop-ups/pop-ups-outlet.tsx"
import { RecoveryBoundary } from "../site/recovery-boundary.tsx"
import { InterruptedSessionNotice } from "../stream/paid/interrupted-session-notice.tsx"
import { PurchaseNotice } from "../wallet/purchase-notice.tsx"

/** They are no notices: they have a place of their own. */
const PopUpsOfPage = () => createPortal(<PopUpsOutlet />, document.body)

/** A notice that fails is rebuilt on its own. */
const NOTICES = [
  ConnectionNotice,
  CookieNotice,
  SessionNotice,
  RegisteredNotice,
  PurchaseNotice,
  InterruptedSessionNotice,
  BuildNotice,
  CallOutlet,
  PopUpsOfPage,
  UnreadTitle,
] as const

export function Notices() {
  return NOTICES.map((Notice, index) => (
    <RecoveryBoundary key={index}>
      <Notice />
    </RecoveryBoundary>
  ))
}
