/**
 * A real Chromium for end-to-end tests: the one that npm brings, or CHROMIUM_PATH; with BROWSER_ENGINE=firefox an
 * installed Firefox. Pages are watched: what a page complains about on its console, throws or fails to load is kept, and
 * a test asserts that there was nothing.
 */
import packedChromium from "@sparticuz/chromium"
import { type Browser, type BrowserContext, chromium, type Page, type Route } from "playwright-core"
import { isFirefox, openFirefox, openFirefoxContext } from "./firefox.ts"
import { layHandsOn, type Meddling, OF_MISMATCH } from "./foreign-hands.ts"

/** What a browser in a container needs, and what keeps it from calling out. */
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

/**
 * Cameras with a moving picture and a microphone that beeps, and nobody who has to allow them. The second of the three
 * gives depth alone, which no browser sends.
 */
const CAMERA_FLAGS = [
  "--use-fake-device-for-media-stream=device-count=3,fps=30",
  "--use-fake-ui-for-media-stream",
  "--autoplay-policy=no-user-gesture-required",
]

const launch = (
  executablePath: string,
  flags: ReadonlyArray<string> = BROWSER_FLAGS,
): Promise<Browser> => chromium.launch({ executablePath, headless: true, args: [...flags] })

/** Always the one that npm brings: pictures of another browser would differ. */
export const openPackedBrowser = async (): Promise<Browser> =>
  launch(await packedChromium.executablePath())

/** Every journey in Firefox: `npm run proof browsers`. */
const IN_FIREFOX = process.env["BROWSER_ENGINE"] === "firefox"

export const openBrowser = async (): Promise<Browser> => {
  if (IN_FIREFOX) return openFirefox()
  return launch(process.env["CHROMIUM_PATH"] ?? (await packedChromium.executablePath()))
}

export const openCameraBrowser = async (): Promise<Browser> => {
  if (IN_FIREFOX) return openFirefox({ hasCamera: true })
  return launch(process.env["CHROMIUM_PATH"] ?? (await packedChromium.executablePath()), [
    ...BROWSER_FLAGS,
    ...CAMERA_FLAGS,
  ])
}

export interface PageOptions {
  readonly locale?: "nl-NL" | "en-GB"
  /** CSS pixels; 1280 by 800 when left out. */
  readonly width?: number
  readonly height?: number
  readonly reducedMotion?: "reduce" | "no-preference"
  readonly colorScheme?: "light" | "dark"
  readonly javaScriptEnabled?: boolean
}

/** Foreign hands at work in every browser of the run: `npm run proof foreign-hands-journeys`. */
const handsOfRun = (): Meddling | null => {
  const named = process.env["FOREIGN_HANDS"]
  return named === undefined ? null : (JSON.parse(named) as Meddling)
}

/** How a page without script is pressed: whether anything in it stands still is told by script. */
export const AT_ONCE = { force: true } as const

/** A person's browser: cookies and storage of its own, shared by its tabs. */
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
  if (meddling !== null) await layHandsOn(context, meddling)
  return context
}

export interface WatchedPage {
  readonly page: Page
  /** What the page has complained about since `forget`, oldest first. */
  readonly complaints: () => ReadonlyArray<string>
  /** For complaints that a test brings about on purpose, such as a cut connection. */
  readonly forget: () => void
}

/** What the browser says of drawing without a graphics card is no word of the page's. */
const isOfDriver = (text: string) => text.startsWith("[.WebGL-")
/** Nor what React says where the run's own hands came first. */
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
    // A navigation away ends what was still loading.
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
 * Gives the first such request to the test, and lets the later ones go. The interception stays: a request
 * that comes at the moment in which Chromium gives it up (`times`, `unroute`) is sometimes never answered,
 * and a piece of script that hangs so leaves a window shut for as long as the page lives.
 */
export const routeOnce = async (
  page: Page,
  url: string | RegExp,
  handle: (route: Route) => Promise<void> | void,
): Promise<void> => {
  let isFirst = true
  await page.route(url, (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    return handle(route)
  })
}

/** Ends a page without a word to it, as a crash does. Firefox crashes for nobody: there its tab is closed. */
export const endAbruptly = async (page: Page): Promise<void> => {
  if (isFirefox(page.context().browser())) return page.close()
  const devtools = await page.context().newCDPSession(page)
  const ended = page.waitForEvent("crash")
  devtools.send("Page.crash").catch(() => undefined)
  await ended
}
