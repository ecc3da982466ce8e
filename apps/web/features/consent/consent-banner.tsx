/**
 * Asks for consent in one line at the screen's end until the visitor answers; Escape is not an answer. What is kept
 * and why stands in a dialog, which gives the same two answers. The banner is first in the keyboard order, because it
 * is the first thing seen. It takes no focus and covers none: the page leaves room for it at its end and scrolls
 * focused elements clear of it (consent.css).
 */
"use no memo"

import { type FocusEvent, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { ConsentButtons } from "./consent-choice.tsx"
import { useConsent } from "./use-consent.ts"

export function ConsentBanner() {
  const { choice, choose } = useConsent()
  const cameFrom = useRef<EventTarget | null>(null)
  const details = useDialogOpener("consent")
  if (choice !== null) return null
  /** Returns the focus to the previous element, or to the page's heading. */
  const goOn = () => {
    const before = cameFrom.current
    if (before instanceof HTMLElement && before.isConnected) before.focus()
    else document.querySelector("h1")?.focus({ preventScroll: true })
  }
  return (
    <section
      className="consent-banner ui-raised needs-script"
      aria-label={m.consent_title()}
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
        <p className="consent-banner__text">
          <TextRun>{`${m.consent_text()} `}</TextRun>
          <span className="consent-banner__reason">{`${m.consent_reason()} `}</span>
          <Button variant="link" {...details}>
            {m.consent_choose()}
          </Button>
        </p>
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
