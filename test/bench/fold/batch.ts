/** Folds as a replay does: a block of entries at a time. */
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { foldAll } from "@foldcast/folds/site"
import "@foldcast/folds/with-all-slices"
import { foldContender } from "./run-fold.ts"

export const { run } = foldContender(() => {
  let state = INITIAL_STATE
  return (block) => (state = foldAll(state, block))
})
