/** The balance from the last fact. Money never has an optimistic value. */
import { INITIAL_STATE } from "./initial-state.ts"
import type { CreditsState } from "./site-state.ts"
import { type Slice, withChanges } from "./slice.ts"

const initial = () => INITIAL_STATE.credits

export const creditsSlice = {
  events: {
    StreamReset: initial,
    LoggedOut: initial,
    CreditsChanged: (credits, { credits: balance }) => {
      const ranOut = balance > 0 ? null : credits.ranOut
      const isSame = credits.balance === balance && credits.ranOut === ranOut
      return isSame ? credits : { balance, ranOut }
    },
    CreditsRanOut: (credits, { action }) => withChanges(credits, { ranOut: action }),
  },
  facts: {},
} satisfies Slice<CreditsState>
