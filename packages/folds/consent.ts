/** The visitor's choice about data that are not strictly necessary (ADR 0012). */
import { INITIAL_STATE } from "./initial-state.ts"
import type { ConsentChoice, ConsentState, SiteState } from "./site-state.ts"
import { type Slice, withChanges } from "./slice.ts"

export const consentSlice = {
  events: { StreamReset: () => INITIAL_STATE.consent },
  facts: {
    ConsentChosen: (consent, { choice }) => withChanges(consent, { choice }),
  },
} satisfies Slice<ConsentState>

/** Null when the visitor chose nothing in this visit; the page's frame knows earlier choices. */
export const consentOf = ({ consent }: SiteState): ConsentChoice | null => consent.choice
