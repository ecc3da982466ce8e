/**
 * Welcomes a newly registered member, until the member dismisses it, opens a dialog or leaves the page. It never
 * covers the buttons of an open drawer.
 */
"use no memo"

import { useState } from "react"
import { isMember } from "@foldcast/folds/account"
import { openDialog } from "@foldcast/folds/dialogs"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { useSite } from "../../runtime/react.tsx"
import { DismissButton } from "../site/dismiss-button.tsx"

const isWalletOpen = ({ wallet }: SiteState) => wallet.open
const isNewMember = (state: SiteState) => state.account.justRegistered && isMember(state)

export function RegisteredNotice() {
  const isNew = useSite(isNewMember)
  const opened = useSite(openDialog)
  const hasGoneOn = useSite(isWalletOpen)
  const [isDismissed, setDismissed] = useState(false)
  if (hasGoneOn && !isDismissed) setDismissed(true)
  if (isNew && opened !== null && !isDismissed) setDismissed(true)
  if (!isNew || isDismissed) return null
  return (
    <Banner
      tone="success"
      action={
        <DismissButton
          onPress={() => {
            setDismissed(true)
          }}
        />
      }
    >
      {m.register_done()}
    </Banner>
  )
}
