/**
 * The member's settings: four tasks, each saved on its own, the passkeys and the open sessions. If the session ends
 * here, the guest can log in again. Loaded with its route.
 */
import { isMember } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useSite } from "../../runtime/react.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { DeleteAccountCard } from "./delete-account.tsx"
import { EmailCard } from "./email-form.tsx"
import { OpenSessionsCard } from "./open-sessions-card.tsx"
import { PasskeysCard } from "./passkeys-card.tsx"
import { PasswordCard } from "./password-form.tsx"
import { SettingRow } from "./setting-row.tsx"
import { UsernameCard } from "./username-form.tsx"
import "./settings.css"

function ForGuest() {
  const logIn = useDialogOpener("logIn")
  return (
    <div className="settings-card ui-raised">
      <p>{m.settings_guest()}</p>
      <Button variant="primary" {...logIn}>
        {m.header_log_in()}
      </Button>
    </div>
  )
}

export function SettingsPage() {
  const hasMember = useSite(isMember)
  return (
    <div className="site-width settings">
      <header className="settings__title">
        <h1 tabIndex={-1}>{m.settings_heading()}</h1>
        {hasMember && <p className="settings__lead">{m.settings_lead()}</p>}
      </header>
      {hasMember ? (
        <div className="settings__cards">
          <EmailCard />
          <PasswordCard />
          <PasskeysCard />
          <UsernameCard />
          <OpenSessionsCard />
          <SettingRow heading={m.credits_heading()} lead={m.settings_credits_lead()}>
            <SiteLinkButton page="settings-credits">{m.settings_credits_link()}</SiteLinkButton>
          </SettingRow>
          <DeleteAccountCard />
        </div>
      ) : (
        <ForGuest />
      )}
    </div>
  )
}
