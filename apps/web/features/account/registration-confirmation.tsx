/**
 * Shown after registration: the mail to open and its benefit (AUTH-39). Whoever registered at a profile closes it
 * back to the performer there.
 */
import { useState } from "react"
import { memberOf } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../runtime/react.tsx"
import { registeredFromStore } from "../../runtime/stores/registered-from.ts"
import { CardWindow } from "./card-window.tsx"
import { EmailConfirmed } from "./email-confirmed.tsx"
import { IntentReason } from "../site/intent-reason.tsx"
import { RegisterTeaser } from "./register-teaser.tsx"
import { ResendActivationButton } from "./resend-activation.tsx"
import { type OverlayProps, useDialogWindow } from "../site/use-dialog-window.ts"

export function RegistrationConfirmation(props: OverlayProps) {
  const card = useDialogWindow("registrationConfirmation", props)
  const member = useSite(memberOf)
  const [performer] = useState(() => registeredFromStore.read().value)
  const email = member?.profile?.email
  if (member?.verified === true) return <EmailConfirmed {...card} />
  return (
    <CardWindow {...card} title={m.confirmation_title()}>
      <p>
        <TextRun>
          {email === undefined ? m.confirmation_lead_unknown() : m.confirmation_lead({ email })}
        </TextRun>
      </p>
      <IntentReason needs="credits" />
      <RegisterTeaser />
      <p className="account-form__acceptance">{m.confirmation_no_mail()}</p>
      <div className="account-card__actions">
        <Button variant="primary" wide autoFocus onPress={card.close}>
          {performer === null
            ? m.confirmation_go_on()
            : m.verification_back_to({ name: performer })}
        </Button>
        <ResendActivationButton variant="quiet" />
      </div>
    </CardWindow>
  )
}
