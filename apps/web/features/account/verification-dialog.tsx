/**
 * The verification as a dialog over the page that the link led to. It stays open when a verified member's new
 * session begins.
 */
import { useCallback, useState } from "react"
import { isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { Dialog } from "@foldcast/ui/dialog.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { type OverlayProps, useDialogWindow } from "../site/use-dialog-window.ts"
import { useResendAfterLogIn } from "./use-resend-after-log-in.ts"
import { useLayer } from "../site/use-layer.ts"
import { useVerification } from "./use-verification.ts"
import { VerificationView } from "./verification-view.tsx"

const isActivating = isPending("Activate")

export function VerificationDialog(props: OverlayProps) {
  const { dispatch } = useRuntime()
  const { isOpen, close } = useDialogWindow("verification", props)
  const verification = useVerification(isOpen)
  const isInFlight = useSite(isActivating)
  // The log-out before the new log-in closes all dialogs: this one reopens until the member has read it.
  const [isRead, setRead] = useState(true)
  if (isRead && isInFlight) setRead(false)
  const reopen = useCallback(() => {
    dispatch({ _tag: "DialogOpened", dialog: "verification" })
  }, [dispatch])
  const resendAsGuest = useResendAfterLogIn(reopen)
  const leave = () => {
    setRead(true)
    close()
  }
  const staysOpen = !isRead && verification.outcome._tag === "Succeeded"
  useLayer("verificationRead", staysOpen && !isOpen, leave)
  return (
    <Dialog
      isOpen={isOpen || staysOpen}
      closesOutside={false}
      title={m.verification_title()}
      closeLabel={m.account_close()}
      onClose={leave}
    >
      <VerificationView
        verification={verification}
        onDone={leave}
        onResendAsGuest={resendAsGuest}
      />
    </Dialog>
  )
}
