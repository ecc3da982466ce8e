/**
 * The member's settings, a row each with its present value and what changes it. If the session ends here, the guest
 * can log in again. Loaded with its route.
 */
import { isMember } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { selectBalance } from "../site/selectors.ts"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { AlertsRow } from "./alerts-row.tsx"
import { DeleteAccountRow } from "./delete-account.tsx"
import { EmailRow } from "./email-form.tsx"
import { LimitsRow } from "./limits-row.tsx"
import { OpenSessionsRow } from "./open-sessions-row.tsx"
import { PasskeysRow } from "./passkeys-row.tsx"
import { PasswordRow } from "./password-form.tsx"
import { SettingRow } from "./setting-row.tsx"
import { UsernameRow } from "./username-form.tsx"
import "./settings.css"

function ForGuest() {
  const logIn = useDialogOpener("logIn")
  return (
    <div className="settings-guest ui-raised">
      <p>{m.settings_guest()}</p>
      <Button variant="primary" {...logIn}>
        {m.header_log_in()}
      </Button>
    </div>
  )
}

function CreditsRow() {
  const locale = useLocale()
  const balance = useSite(selectBalance)
  return (
    <SettingRow
      heading={m.credits_heading()}
      lead={m.settings_credits_lead()}
      {...(balance !== null && {
        value: (
          <span className="tabular" translate="no">
            {formatCredits(balance, locale)}
          </span>
        ),
      })}
      action={<SiteLinkButton page="settings-credits">{m.settings_credits_link()}</SiteLinkButton>}
    />
  )
}

export function SettingsPage() {
  const hasMember = useSite(isMember)
  return (
    <div className="site-width settings">
      <header className="settings__title">
        <h1 tabIndex={-1}>{m.settings_heading()}</h1>
      </header>
      {hasMember ? (
        <div className="settings__rows ui-raised">
          <EmailRow />
          <PasswordRow />
          <UsernameRow />
          <PasskeysRow />
          <OpenSessionsRow />
          <AlertsRow />
          <CreditsRow />
          <LimitsRow />
          <DeleteAccountRow />
        </div>
      ) : (
        <ForGuest />
      )}
    </div>
  )
}
