/** Waits until a script of the page has run, not only come: a page fetches scripts ahead. */
import type { Page } from "playwright-core"

/** `name`: how its file begins. The page has asked for it, or does so by itself. */
export const scriptHasRun = async (page: Page, name: string): Promise<void> => {
  const found = await page.waitForFunction(
    (beginning) =>
      performance
        .getEntriesByType("resource")
        .find((one) => one.name.includes(`/assets/${beginning}-`))?.name,
    name,
  )
  await page.evaluate(`import(${JSON.stringify(await found.jsonValue())})`)
}
