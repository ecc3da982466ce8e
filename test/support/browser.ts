/**
 * A real Chromium for end-to-end tests: the one from npm, or CHROMIUM_PATH; with BROWSER_ENGINE=firefox an
 * installed Firefox. Pages are watched: console complaints, thrown errors and failed loads are recorded, and a test
 * asserts that there were none.
 */
import packedChromium from "@sparticuz/chromium"
import { type Browser, type BrowserContext, chromium, type Page, type Route } from "playwright-core"
import { isFirefox, openFirefox, openFirefoxContext } from "./firefox.ts"
import { interfere, type Meddling, OF_MISMATCH } from "./foreign-hands.ts"

/** Flags that a browser in a container needs, and flags that stop it from calling its vendor. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
]

/** Each frame is drawn, coded and decoded on the processor: half of a usual camera's. */
export const CAMERA_FRAMES_PER_SECOND = 15

/**
 * Fake cameras with a moving picture and a microphone that beeps, allowed without a prompt. The second of the three
 * cameras gives depth only, which no browser sends.
 */
const cameraFlags = (framesPerSecond: number) => [
  `--use-fake-device-for-media-stream=device-count=3,fps=${framesPerSecond}`,
  "--use-fake-ui-for-media-stream",
  "--autoplay-policy=no-user-gesture-required",
]

const launch = (
  executablePath: string,
  flags: ReadonlyArray<string> = BROWSER_FLAGS,
): Promise<Browser> => chromium.launch({ executablePath, headless: true, args: [...flags] })

/** Always the Chromium from npm: screenshots of another browser would differ. */
export const openPackedBrowser = async (): Promise<Browser> =>
  launch(await packedChromium.executablePath())

/** Runs every journey in Firefox: `npm run proof browsers`. */
const IN_FIREFOX = process.env["BROWSER_ENGINE"] === "firefox"

/** Compilers that pay off in a page that lives for minutes: a test's page costs a tenth less without them. */
export const NO_LATE_COMPILERS = "--js-flags=--no-maglev,--no-turbofan"

export const openBrowser = async (more: ReadonlyArray<string> = []): Promise<Browser> => {
  if (IN_FIREFOX) return openFirefox()
  return launch(process.env["CHROMIUM_PATH"] ?? (await packedChromium.executablePath()), [
    ...BROWSER_FLAGS,
    ...more,
  ])
}

export const openCameraBrowser = async (
  framesPerSecond: number = CAMERA_FRAMES_PER_SECOND,
): Promise<Browser> => {
  if (IN_FIREFOX) return openFirefox({ hasCamera: true })
  return launch(process.env["CHROMIUM_PATH"] ?? (await packedChromium.executablePath()), [
    ...BROWSER_FLAGS,
    ...cameraFlags(framesPerSecond),
  ])
}

export interface PageOptions {
  readonly locale?: "nl-NL" | "en-GB"
  /** CSS pixels; default 1280 by 800. */
  readonly width?: number
  readonly height?: number
  readonly reducedMotion?: "reduce" | "no-preference"
  readonly colorScheme?: "light" | "dark"
  readonly javaScriptEnabled?: boolean
}

/** Foreign hands in every browser of the run: `npm run proof foreign-hands-journeys`. */
const handsOfRun = (): Meddling | null => {
  const named = process.env["FOREIGN_HANDS"]
  return named === undefined ? null : (JSON.parse(named) as Meddling)
}

/** Options for a click on a page without script: Playwright needs script to check that an element stands still. */
export const AT_ONCE = { force: true } as const

/** A browser of one person: its tabs share cookies and storage. */
export const openContext = async (
  browser: Browser,
  options: PageOptions = {},
): Promise<BrowserContext> => {
  const shared = {
    locale: options.locale ?? "en-GB",
    viewport: { width: options.width ?? 1_280, height: options.height ?? 800 },
    javaScriptEnabled: options.javaScriptEnabled ?? true,
  }
  if (isFirefox(browser)) return openFirefoxContext(browser, shared)
  const context = await browser.newContext({
    ...shared,
    reducedMotion: options.reducedMotion ?? "reduce",
    colorScheme: options.colorScheme ?? "light",
  })
  const meddling = handsOfRun()
  if (meddling !== null) await interfere(context, meddling)
  return context
}

export interface WatchedPage {
  readonly page: Page
  /** The page's complaints since `forget`, oldest first. */
  readonly complaints: () => ReadonlyArray<string>
  /** Drops complaints that a test causes on purpose, such as a cut connection. */
  readonly forget: () => void
}

/** The browser's own warnings about drawing without a graphics card are not complaints of the page. */
const isOfDriver = (text: string) => text.startsWith("[.WebGL-")
/** Neither are React's mismatch errors in a run with foreign hands. */
const isOfHands = (text: string) => handsOfRun() !== null && OF_MISMATCH.test(text)

export const watchPage = (page: Page): WatchedPage => {
  const complaints: Array<string> = []
  page.on("console", (message) => {
    const text = message.text()
    if (!["error", "warning"].includes(message.type()) || isOfDriver(text) || isOfHands(text))
      return
    complaints.push(`${message.type()}: ${text} (${message.location().url})`)
  })
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`))
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "failed"
    // A navigation aborts the requests that were still loading.
    if (!["net::ERR_ABORTED", "NS_BINDING_ABORTED"].includes(reason))
      complaints.push(`not loaded: ${request.url()} ${reason}`)
  })
  page.on("response", (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()}: ${response.url()}`)
  })
  return {
    page,
    complaints: () => [...complaints],
    forget: () => {
      complaints.length = 0
    },
  }
}

export const openPage = async (context: BrowserContext): Promise<WatchedPage> =>
  watchPage(await context.newPage())

/**
 * Hands the first matching request to the test and lets later ones continue. The interception stays installed: when
 * Chromium removes one (`times`, `unroute`), a request at that moment sometimes never gets an answer. A script that
 * hangs this way keeps a window closed for the life of the page.
 */
export const routeOnce = async (
  page: Page,
  url: string | RegExp,
  handle: (route: Route) => Promise<void> | void,
  isMeant: (route: Route) => boolean = () => true,
): Promise<void> => {
  let isFirst = true
  await page.route(url, (route) => {
    if (!isFirst || !isMeant(route)) return route.continue()
    isFirst = false
    return handle(route)
  })
}

/**
 * Ends a page without its unload events, as a crash does. Firefox cannot be made to crash, so its tab is closed.
 */
export const endAbruptly = async (page: Page): Promise<void> => {
  if (isFirefox(page.context().browser())) return page.close()
  const devtools = await page.context().newCDPSession(page)
  const ended = page.waitForEvent("crash")
  devtools.send("Page.crash").catch(() => undefined)
  await ended
}
