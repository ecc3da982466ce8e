/** What signing up accepts, with the ways to read it: a sentence, or the text of a box to tick. */
import { m } from "@foldcast/messages/messages"
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
      {m.register_acceptance_before()}
      <TermsLink />
      {m.register_acceptance_between()}
      <PrivacyLink />
      {m.register_acceptance_after()}
    </p>
  )
}

export function TermsText() {
  return (
    <>
      {m.register_terms_before()}
      <TermsLink />
      {m.register_terms_between()}
      <PrivacyLink />
      {m.register_terms_after()}
    </>
  )
}
