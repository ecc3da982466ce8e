/**
 * Asks at the end of the page until there is an answer, which Escape is none of, and comes first with the
 * keyboard, as it is seen first. It takes no focus and covers none: the page leaves room for it and scrolls
 * what is focused clear of it (consent.css).
 */
"use no memo"

import { type FocusEvent, useRef } from "react"
import { openDialog } from "@foldcast/folds/dialogs"
import { m } from "@foldcast/messages/messages"
import { useSite } from "../../runtime/react.tsx"
import { ConsentButtons } from "./consent-choice.tsx"
import { useConsent } from "./use-consent.ts"

export function ConsentBanner() {
  const { choice, choose } = useConsent()
  const cameFrom = useRef<EventTarget | null>(null)
  const isAskedInDialog = useSite(openDialog) === "consent"
  if (choice !== null || isAskedInDialog) return null
  /** Where the visitor was before, or at the page's beginning. */
  const goOn = () => {
    const before = cameFrom.current
    if (before instanceof HTMLElement && before.isConnected) before.focus()
    else document.querySelector("h1")?.focus({ preventScroll: true })
  }
  return (
    <section
      className="consent-banner needs-script"
      aria-labelledby="consent-title"
      // No answer is none: the question stays, and the keyboard goes on.
      onKeyDown={({ key }) => {
        if (key === "Escape") goOn()
      }}
      onFocus={({ relatedTarget, currentTarget }: FocusEvent) => {
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (!isInside) cameFrom.current = relatedTarget
      }}
    >
      <div className="site-width consent-banner__row">
        <h2 id="consent-title" className="consent-banner__title">
          {m.consent_title()}
        </h2>
        <ConsentButtons
          onChoose={(chosen) => {
            choose(chosen)
            // The button is gone with the question.
            goOn()
          }}
        />
      </div>
    </section>
  )
}
