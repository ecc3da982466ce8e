/** Reminds an unverified member to confirm the e-mail address, with the benefit and the steps. */
import { memberOf } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../runtime/react.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { CardWindow } from "./card-window.tsx"
import { EmailConfirmed } from "./email-confirmed.tsx"
import { IntentReason } from "../site/intent-reason.tsx"
import { ResendActivationButton } from "./resend-activation.tsx"
import { type OverlayProps, useDialogWindow } from "../site/use-dialog-window.ts"
import { creditsDue, creditsInWords } from "./welcome-amounts.ts"

export function ClaimCredits(props: OverlayProps) {
  const card = useDialogWindow("claimCredits", props)
  const { brand, locale } = usePageFrame()
  const member = useSite(memberOf)
  const email = member?.profile?.email
  const credits = creditsDue(brand, member)
  const hasCredits = credits > 0
  if (member?.verified === true) return <EmailConfirmed {...card} />
  return (
    <CardWindow
      {...card}
      title={hasCredits ? m.claim_credits_title() : m.claim_credits_prompt_none()}
    >
      <IntentReason needs="credits" />
      <p>
        <TextRun>
          {hasCredits
            ? m.claim_credits_lead(creditsInWords(credits, locale))
            : m.claim_credits_lead_none()}
        </TextRun>
      </p>
      <ol className="account-card__steps">
        <li>
          <TextRun>
            {email === undefined
              ? m.claim_credits_step_mail_unknown()
              : m.claim_credits_step_mail({ email })}
          </TextRun>
        </li>
        <li>{m.claim_credits_step_link()}</li>
        {hasCredits && <li>{m.claim_credits_step_done()}</li>}
      </ol>
      <ResendActivationButton variant="primary" />
    </CardWindow>
  )
}
