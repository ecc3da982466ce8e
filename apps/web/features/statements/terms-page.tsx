/** The terms that a member agrees to. Their figures are the ones that the site goes by. */
import { CREDITS_PER_MINUTE } from "@foldcast/contracts/chat-rules"
import { m } from "@foldcast/messages/messages"
import { VAT_PERCENT } from "@foldcast/rules/money"
import { SITE_TERMS } from "@foldcast/rules/site-terms"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { StatementPage } from "./statement-page.tsx"

export function TermsPage() {
  const brand = usePageFrame().brand.name
  const { chat, vip } = CREDITS_PER_MINUTE
  const { guestMinutes: guest, prepaidSeconds: prepaid, vipJoinSeconds: join } = SITE_TERMS
  const sections = [
    { heading: m.terms_age_heading(), text: m.terms_age({ brand }) },
    { heading: m.terms_credits_heading(), text: m.terms_credits({ chat, guest }) },
    { heading: m.terms_paid_heading(), text: m.terms_paid({ chat, vip, prepaid, join }) },
    { heading: m.terms_payment_heading(), text: m.terms_payment({ vat: VAT_PERCENT }) },
    { heading: m.terms_refund_heading(), text: m.terms_refund() },
    { heading: m.terms_end_heading(), text: m.terms_end() },
  ]
  return <StatementPage title={m.terms_title()} sections={sections} />
}
