/** How many performers a filter leaves is told a moment after it is chosen or opened. */
import type { Locator } from "playwright-core"

/** Waits until it is told there; both languages say it with the same word. */
export const isCounted = (place: Locator): Promise<void> =>
  place
    .getByRole("status")
    .filter({ hasText: /performer/u })
    .waitFor()
