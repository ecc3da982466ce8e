/** The question about data that the site does not need, and its two answers, with equal prominence. */
"use no memo"

import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { SiteLink } from "../site/site-link.tsx"
import type { ConsentChoice } from "@foldcast/folds/site-state"
import "./consent.css"

export interface ConsentButtonsProps {
  readonly onChoose: (choice: ConsentChoice) => void
}

export function ConsentButtons({ onChoose }: ConsentButtonsProps) {
  return (
    <>
      <p className="consent__text">
        <TextRun>{`${m.consent_text()} `}</TextRun>
        <SiteLink page="cookies">{m.consent_more()}</SiteLink>
      </p>
      <div className="consent__answers">
        <Button
          onPress={() => {
            onChoose("refused")
          }}
        >
          {m.consent_refuse()}
        </Button>
        <Button
          onPress={() => {
            onChoose("accepted")
          }}
        >
          {m.consent_accept()}
        </Button>
      </div>
    </>
  )
}
