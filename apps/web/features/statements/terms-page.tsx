/** The terms that a member agrees to. */
import { m } from "@foldcast/messages/messages"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { StatementPage } from "./statement-page.tsx"

export function TermsPage() {
  const brand = usePageFrame().brand.name
  const sections = [
    { heading: m.terms_age_heading(), text: m.terms_age({ brand }) },
    { heading: m.terms_credits_heading(), text: m.terms_credits() },
    { heading: m.terms_payment_heading(), text: m.terms_payment() },
  ]
  return <StatementPage title={m.terms_title()} sections={sections} />
}
