/** Adds a slice, and the outcomes of its commands, to the site's fold. Runs once for each slice. */
import { lazySlices, type NamedSlice } from "./lazy-slices.ts"

export const addLazySlice = (added: NamedSlice, outcomes: typeof lazySlices.outcomes): void => {
  lazySlices.added.push(added)
  Object.assign(lazySlices.outcomes, outcomes)
  lazySlices.join?.(added)
}
