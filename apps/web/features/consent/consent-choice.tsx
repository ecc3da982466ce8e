/** The two answers to the question about data that the site does not need, with equal prominence. */
"use no memo"

import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import type { ConsentChoice } from "@foldcast/folds/site-state"
import "./consent.css"

export interface ConsentButtonsProps {
  readonly onChoose: (choice: ConsentChoice) => void
}

export function ConsentButtons({ onChoose }: ConsentButtonsProps) {
  return (
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
  )
}
