/** What signing up accepts, with the ways to read it: a sentence, or the text of a box to tick. */
import { m } from "@foldcast/messages/messages"
import { useLocale } from "../site/page-frame-context.tsx"
import { statementHref } from "../site/statement-href.ts"

function TermsLink() {
  return (
    <a href={statementHref("terms-conditions", useLocale())} target="_blank" rel="noopener">
      {m.register_acceptance_terms()}
    </a>
  )
}

function PrivacyLink() {
  return (
    <a href={statementHref("privacy", useLocale())} target="_blank" rel="noopener">
      {m.register_acceptance_privacy()}
    </a>
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
