/**
 * A reload ends a paid session, and the new document never learns what it cost. This notice says so, with a link to the
 * account's history. That it happened is kept among the tab's drafts, so that a log-out removes it; background-room.tsx
 * writes it.
 */
import { useState } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { useRuntime } from "../../../runtime/react.tsx"
import { DismissButton } from "../../site/dismiss-button.tsx"
import { SiteLink } from "../../site/site-link.tsx"
import { forgetPaidSession, isPaidSessionUnreported } from "./paid-session-draft.ts"

export function InterruptedSession({ paid, receipt }: Pick<RoomState, "paid" | "receipt">) {
  const { drafts } = useRuntime()
  // A session of this document has its meter and its receipt.
  const isOwn = paid !== null || receipt !== null
  const [isTold, setTold] = useState(() => isOwn || !isPaidSessionUnreported(drafts))
  // It does not come back when that receipt is closed.
  if (isOwn && !isTold) setTold(true)
  if (isTold || isOwn) return null
  return (
    <Banner
      tone="info"
      action={
        <DismissButton
          onPress={() => {
            forgetPaidSession(drafts)
            setTold(true)
          }}
        />
      }
    >
      {`${m.receipt_cut_short()} `}
      <SiteLink page="settings-credits">{m.receipt_history()}</SiteLink>
    </Banner>
  )
}
