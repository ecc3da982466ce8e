/** The visitor's choice about data that are not strictly necessary (ADR 0012). */
import type { SiteState, ConsentChoice } from "./site-state.ts"
import type { Slice } from "./slice.ts"

export const consentSlice = {
  events: { StreamReset: (batch) => batch.reset("consent") },
  facts: {
    ConsentChosen: (batch, { choice }) => {
      if (batch.state.consent.choice !== choice) batch.consent().choice = choice
    },
  },
} satisfies Slice

/** Null when the visitor chose nothing in this visit; the page's frame knows earlier choices. */
export const consentOf = ({ consent }: SiteState): ConsentChoice | null => consent.choice
