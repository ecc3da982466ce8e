/**
 * Asks for consent at the end of the page until the visitor answers; Escape is not an answer. It is first in the
 * keyboard order, because it is the first thing seen. It takes no focus and covers none: the page leaves room for
 * it and scrolls focused elements clear of it (consent.css).
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
  /** Returns the focus to the previous element, or to the page's heading. */
  const goOn = () => {
    const before = cameFrom.current
    if (before instanceof HTMLElement && before.isConnected) before.focus()
    else document.querySelector("h1")?.focus({ preventScroll: true })
  }
  return (
    <section
      className="consent-banner ui-raised needs-script"
      aria-labelledby="consent-title"
      // Escape leaves the question open and returns the focus.
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
            // The focused button is removed together with the banner.
            goOn()
          }}
        />
      </div>
    </section>
  )
}
