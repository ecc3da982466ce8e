/** Adds a slice, and the outcomes of its commands, to the site's fold. Runs once for each slice. */
import { lazySlices } from "./lazy-slices.ts"
import type { Slice } from "./slice.ts"

export const addLazySlice = (slice: Slice, outcomes: typeof lazySlices.outcomes): void => {
  lazySlices.added.push(slice)
  Object.assign(lazySlices.outcomes, outcomes)
  lazySlices.join?.(slice)
}
