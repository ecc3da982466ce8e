/**
 * WebKit behind Playwright's `Browser` and `BrowserContext` interfaces, as far as visitors of the site need them
 * (test/e2e/visitor.ts). Each context is a process with its own cookies and storage.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { webKitPage, WebKitWindows } from "./webkit-page.ts"
import { startWebKit } from "./webkit-process.ts"

/** Size of MiniBrowser's window frame around the page. */
const FRAME = { width: 0, height: 75 }

const newContext = async ({ viewport }: BrowserContextOptions = {}) => {
  const { driver, close } = await startWebKit()
  const { width, height } = viewport ?? { width: 1_280, height: 800 }
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, width: width + FRAME.width, height: height + FRAME.height })
  const windows = new WebKitWindows(driver)
  const pages: Array<Page> = []
  const first = await driver.getWindowHandle()
  return {
    newPage: async () => {
      const handle = pages.length === 0 ? first : await windows.another()
      const page = webKitPage(windows, handle)
      pages.push(page)
      return page
    },
    pages: () => pages,
    setDefaultTimeout: (timeout: number) => {
      windows.timeout = timeout
    },
    close,
  } satisfies Partial<Record<keyof BrowserContext, unknown>>
}

export const openWebKit = (): Browser => {
  const browser = {
    browserType: () => ({ name: () => "webkit" }),
    newContext,
    close: async () => undefined,
  } satisfies Partial<Record<keyof Browser, unknown>>
  return browser as unknown as Browser
}
