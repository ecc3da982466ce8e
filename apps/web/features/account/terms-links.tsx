/** The terms that sign-up accepts, with links to them: as a sentence, or as the text of a checkbox. */
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { SiteLink } from "../site/site-link.tsx"

function TermsLink() {
  return (
    <SiteLink page="terms-conditions" target="_blank" rel="noopener">
      {m.register_acceptance_terms()}
    </SiteLink>
  )
}

function PrivacyLink() {
  return (
    <SiteLink page="privacy" target="_blank" rel="noopener">
      {m.register_acceptance_privacy()}
    </SiteLink>
  )
}

export function ShortAcceptance() {
  return (
    <p className="account-form__acceptance">
      <TextRun>{m.register_acceptance_before()}</TextRun>
      <TermsLink />
      <TextRun>{m.register_acceptance_between()}</TextRun>
      <PrivacyLink />
      <TextRun>{m.register_acceptance_after()}</TextRun>
    </p>
  )
}

export function TermsText() {
  return (
    <>
      <TextRun>{m.register_terms_before()}</TextRun>
      <TermsLink />
      <TextRun>{m.register_terms_between()}</TextRun>
      <PrivacyLink />
      <TextRun>{m.register_terms_after()}</TextRun>
    </>
  )
}
