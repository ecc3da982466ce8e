/** As a replay folds: a block of entries at a time. */
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { foldAll } from "@foldcast/folds/site"
import { foldContender } from "./run-fold.ts"

/** About what one block of a capture file holds. */
const BLOCK = 200

export const { run } = foldContender((log) => {
  let state = INITIAL_STATE
  for (let first = 0; first < log.length; first += BLOCK)
    state = foldAll(state, log.slice(first, first + BLOCK))
  return state
})
