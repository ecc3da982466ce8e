/**
 * Asks at the end of the page until there is an answer. It takes no focus and covers none: the page leaves
 * room for it and scrolls what is focused clear of it (consent.css).
 */
import { openDialog } from "@foldcast/folds/dialogs"
import { m } from "@foldcast/messages/messages"
import { useSite } from "../../runtime/react.tsx"
import { ConsentChoice } from "./consent-choice.tsx"
import { useConsent } from "./use-consent.ts"

export function ConsentBanner() {
  const { choice, choose } = useConsent()
  const isAskedInDialog = useSite(openDialog) === "consent"
  if (choice !== null || isAskedInDialog) return null
  return (
    <section className="consent-banner needs-script" aria-labelledby="consent-title">
      <div className="site-width consent-banner__row">
        <h2 id="consent-title" className="consent-banner__title">
          {m.consent_title()}
        </h2>
        <ConsentChoice
          onChoose={(chosen) => {
            choose(chosen)
            // The button is gone: whoever pressed it goes on at the page's beginning.
            document.querySelector("h1")?.focus({ preventScroll: true })
          }}
        />
      </div>
    </section>
  )
}
