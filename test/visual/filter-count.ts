/** The number of performers that a filter leaves appears a moment after the filter is chosen or opened. */
import type { Locator } from "playwright-core"

/** Waits until the number is shown; both languages use the same word. */
export const isCounted = (place: Locator): Promise<void> =>
  place
    .getByRole("status")
    .filter({ hasText: /performer/u })
    .waitFor()
