/** A browser with pages that measure their own speed, on a screen of one size. */
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core"
import { WATCH } from "./page-watch.ts"

/** Source: Lighthouse 13, its emulated phone. */
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
} as const satisfies BrowserContextOptions
export const WIDE = {
  viewport: { width: 1_280, height: 800 },
} as const satisfies BrowserContextOptions

export const openWatched = async (
  browser: Browser,
  origin: string,
  screen: BrowserContextOptions,
): Promise<BrowserContext> => {
  const context = await browser.newContext({ ...screen, locale: "en-GB" })
  // Consent is not measured here, and its banner would cover the click targets.
  await context.addCookies([{ name: "consent", value: "refused", url: origin }])
  await context.addInitScript(WATCH)
  return context
}
