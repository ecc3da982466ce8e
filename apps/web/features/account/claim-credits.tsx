/** Reminds an unverified member of what confirming the e-mail address brings, and how it is done. */
import { memberOf } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { Dialog } from "@foldcast/ui/dialog.tsx"
import { useSite } from "../../runtime/react.tsx"
import type { OverlayProps } from "../site/overlays.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { ResendActivation } from "./resend-activation.tsx"
import { useDialogWindow } from "./use-dialog-window.ts"
import { creditsDue, creditsInWords } from "./welcome-amounts.ts"
import "./account.css"

export function ClaimCredits(props: OverlayProps) {
  const { isOpen, close } = useDialogWindow("claimCredits", props)
  const { brand, locale } = usePageFrame()
  const member = useSite(memberOf)
  const email = member?.profile?.email
  const credits = creditsDue(brand, member)
  const hasCredits = credits > 0
  return (
    <Dialog
      isOpen={isOpen}
      title={hasCredits ? m.claim_credits_title() : m.verification_title()}
      closeLabel={m.account_close()}
      onClose={close}
    >
      <div className="account-card">
        <p>
          {hasCredits
            ? m.claim_credits_lead(creditsInWords(credits, locale))
            : m.claim_credits_lead_none()}
        </p>
        <ol className="account-card__steps">
          <li>
            {email === undefined
              ? m.claim_credits_step_mail_unknown()
              : m.claim_credits_step_mail({ email })}
          </li>
          <li>{m.claim_credits_step_link()}</li>
          {hasCredits && <li>{m.claim_credits_step_done()}</li>}
        </ol>
        <ResendActivation variant="primary" />
      </div>
    </Dialog>
  )
}
