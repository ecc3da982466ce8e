/**
 * Says why the member was logged out. It stays after the new visit has begun, until the member logs in again or
 * dismisses it.
 */
"use no memo"

import { useEffect, useState } from "react"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { takeLogOutHere, takeLogOutReason } from "../../runtime/log-out-reason.ts"
import { useSite } from "../../runtime/react.tsx"
import { DismissButton } from "../site/dismiss-button.tsx"
import { selectIdentity } from "../site/selectors.ts"

const TEXTS: Readonly<Record<LogOutReason, () => string>> = {
  requested: m.session_logged_out,
  expired: m.session_expired,
  forbidden: m.session_forbidden,
  replaced: m.session_replaced,
  deleted: m.session_deleted,
}

export function SessionNotice() {
  const identity = useSite(selectIdentity)
  const [reason, setReason] = useState<LogOutReason | null>(null)
  const hear = (told: LogOutReason | null) => {
    if (told !== null) setReason(told)
  }
  useEffect(() => hear(takeLogOutReason()), [])
  // Also one that came before this notice's script.
  useEffect(() => hear(takeLogOutHere()), [identity])
  if (identity._tag === "Member" && reason !== null) setReason(null)
  if (reason === null) return null
  return (
    <Banner
      tone="info"
      action={
        <DismissButton
          onPress={() => {
            setReason(null)
          }}
        />
      }
    >
      {TEXTS[reason]()}
    </Banner>
  )
}
