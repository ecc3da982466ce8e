/** The visitor's consent, from this visit or an earlier one, and a function to change it. */
"use no memo"

import { consentOf } from "@foldcast/folds/consent"
import type { ConsentChoice } from "@foldcast/folds/site-state"
import type { Consent } from "../../page-frame.ts"
import { keepConsent } from "../../runtime/consent.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"

export interface ConsentControl {
  /** Null: not answered yet. */
  readonly choice: Consent
  readonly choose: (choice: ConsentChoice) => void
}

export const useConsent = (): ConsentControl => {
  const { dispatch } = useRuntime()
  const before = usePageFrame().consent
  const now = useSite(consentOf)
  return {
    choice: now ?? before,
    choose: (choice) => {
      keepConsent(choice)
      dispatch({ _tag: "ConsentChosen", choice })
    },
  }
}
