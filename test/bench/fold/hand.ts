import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { type SequencedEvent, site } from "./hand-reducers.ts"
import { foldContender } from "./run-fold.ts"

export const { run } = foldContender(() => {
  let state = INITIAL_STATE
  return (block) => {
    for (const entry of block) {
      if (entry.kind === "event") state = site(state, entry.envelope as unknown as SequencedEvent)
    }
    return state
  }
})
