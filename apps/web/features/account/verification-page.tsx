/** The verification in place of the home page's opening, when the link leads there. */
import { m } from "@foldcast/messages/messages"
import { useResendAfterLogIn } from "./use-resend-after-log-in.ts"
import { useVerification } from "./use-verification.ts"
import { VerificationView } from "./verification-view.tsx"
import "./account.css"

const nothingMore = () => {}

export interface VerificationPageProps {
  readonly onDone: () => void
}

export function VerificationPage({ onDone }: VerificationPageProps) {
  const verification = useVerification(true)
  const resendAsGuest = useResendAfterLogIn(nothingMore)
  return (
    <section className="account-page" aria-labelledby="verification-title">
      <h1 id="verification-title" tabIndex={-1} className="account-page__title">
        {m.verification_title()}
      </h1>
      <VerificationView
        verification={verification}
        onDone={onDone}
        onResendAsGuest={resendAsGuest}
      />
    </section>
  )
}
