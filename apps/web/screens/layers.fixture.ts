/** What lies over a page, as the present entry of its tab's history knows it, for browser tests. */
import type { Page } from "playwright-core"
import { expect } from "vitest"

/** Waits for an entry with exactly these layers. The page makes it when idle; from then on a step back closes them. */
export const entryHas = async (page: Page, open: ReadonlyArray<string>): Promise<void> => {
  await expect.poll(() => page.evaluate("history.state.layers?.open ?? []")).toEqual(open)
}
