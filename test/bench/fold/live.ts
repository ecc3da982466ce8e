/** Folds as the browser does: one event at a time, and every state in between is published. */
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { fold } from "@foldcast/folds/site"
import "@foldcast/folds/with-all-slices"
import { foldContender } from "./run-fold.ts"

export const { run } = foldContender(() => {
  let state = INITIAL_STATE
  return (block) => {
    for (const entry of block) state = fold(state, entry)
    return state
  }
})
