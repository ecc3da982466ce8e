import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { type Seen, site } from "./hand-reducers.ts"
import { foldContender } from "./run-fold.ts"

export const { run } = foldContender((log) => {
  let state = INITIAL_STATE
  for (const entry of log) {
    if (entry.kind === "event") state = site(state, entry.envelope as unknown as Seen)
  }
  return state
})
