/** The balance from the last fact. Money never has an optimistic value. */
import type { Slice } from "./slice.ts"

export const creditsSlice = {
  events: {
    StreamReset: (batch) => batch.reset("credits"),
    LoggedOut: (batch) => batch.reset("credits"),
    CreditsChanged: (batch, { credits }) => {
      const { balance, ranOut } = batch.state.credits
      if (balance !== credits) batch.credits().balance = credits
      if (credits > 0 && ranOut !== null) batch.credits().ranOut = null
    },
    CreditsRanOut: (batch, { action }) => {
      if (batch.state.credits.ranOut !== action) batch.credits().ranOut = action
    },
  },
  facts: {},
} satisfies Slice
