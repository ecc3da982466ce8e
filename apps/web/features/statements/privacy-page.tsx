/** The privacy statement: which data are stored, and why. */
import { m } from "@foldcast/messages/messages"
import { StatementPage } from "./statement-page.tsx"

export function PrivacyPage() {
  const sections = [
    { heading: m.privacy_data_heading(), text: m.privacy_data() },
    { heading: m.privacy_visits_heading(), text: m.privacy_visits() },
    { heading: m.privacy_payment_heading(), text: m.privacy_payment() },
    { heading: m.privacy_cookies_heading(), text: m.privacy_cookies() },
    { heading: m.privacy_choices_heading(), text: m.privacy_choices() },
  ]
  return <StatementPage title={m.privacy_title()} sections={sections} />
}
