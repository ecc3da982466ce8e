/** As the browser folds: one event at a time, every state in between published. */
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { fold } from "@foldcast/folds/site"
import "@foldcast/folds/with-room"
import { foldContender } from "./run-fold.ts"

export const { run } = foldContender(() => {
  let state = INITIAL_STATE
  return (block) => {
    for (const entry of block) state = fold(state, entry)
    return state
  }
})
