/** The privacy statement: which data are stored, why, and for how long. */
import { m } from "@foldcast/messages/messages"
import { SITE_TERMS } from "@foldcast/rules/site-terms"
import { StatementPage } from "./statement-page.tsx"

export function PrivacyPage() {
  const { visitDays: visit, idleSessionDays: idle, sessionDays: session } = SITE_TERMS
  const sections = [
    { heading: m.privacy_data_heading(), text: m.privacy_data({ idle, session }) },
    { heading: m.privacy_visits_heading(), text: m.privacy_visits({ visit }) },
    { heading: m.privacy_rooms_heading(), text: m.privacy_rooms() },
    { heading: m.privacy_payment_heading(), text: m.privacy_payment() },
    { heading: m.privacy_cookies_heading(), text: m.privacy_cookies() },
    { heading: m.privacy_choices_heading(), text: m.privacy_choices() },
  ]
  return <StatementPage title={m.privacy_title()} sections={sections} />
}
