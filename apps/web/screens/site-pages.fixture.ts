/** Pages of the scripted gateway in a real browser, as its visitors see them. For the browser tests beside it. */
/* oxlint-disable no-restricted-imports -- A test's tool, which runs in Node. */
import { readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import chromiumFromNpm from "@sparticuz/chromium"
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core"
import { afterEach, beforeAll, expect } from "vitest"
import { accessibilityFindings } from "./accessibility.fixture.ts"
import {
  BLANK_PAGE,
  SCREEN_HEADER,
  type GatewayScript,
  ScriptedGateway,
} from "./scripted-gateway.fixture.ts"

export interface Screen {
  readonly path?: string
  readonly width?: number
  readonly height?: number
  /** At this host name in place of the loopback address: no secure context then, as over a network's plain http. */
  readonly isInsecure?: boolean
  readonly scheme?: "dark" | "light"
  readonly motion?: "reduce" | "no-preference"
  /**
   * In a browser of its own, with a service worker, which nobody used before or uses after: its clock,
   * routes and scripts stay.
   */
  readonly isAlone?: boolean
  /** What only a browser of its own can be. */
  readonly browser?: BrowserContextOptions
  /** Before the page is asked for; in a browser of its own. */
  readonly prepare?: (page: Page, context: BrowserContext) => Promise<unknown>
}

/**
 * The variants of a state that are looked at each time: between them both widths, languages and themes.
 * The others are looked at where the proof runs (test/proof/screens.test.ts).
 */
export const variants = <const A, const B>(
  always: ReadonlyArray<A>,
  inProof: ReadonlyArray<B>,
): ReadonlyArray<A | B> => (process.env["PROOF"] === "full" ? [...always, ...inProof] : always)

/** From the page's first moment time passes only as the test says. */
export const holdTime = async (page: Page): Promise<void> => {
  await page.clock.install()
  await stopTime(page)
}

/** From here on it does; the page's clock was installed before it came. */
export const stopTime = async (page: Page): Promise<void> =>
  // It goes on until then.
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)

/** Two made-up cameras and a microphone, and nobody who has to allow them. */
const FAKE_CAMERAS = [
  "--use-fake-device-for-media-stream=device-count=2",
  "--use-fake-ui-for-media-stream",
] as const

/** Of whom only this browser knows where it is. */
const INSECURE_HOST = "foldcast.example"

const HELD_TEXTS = stripTypeScriptTypes(
  readFileSync(new URL("held-texts.fixture.ts", import.meta.url), "utf8"),
)

/** What Playwright itself says on the page's console where it keeps service workers away. */
const isOfTool = (text: string) => text.includes("blocked by Playwright")

/**
 * A browser and the gateway it talks to, for the tests of one worker. Most of its pages are the same one after
 * another, emptied of all that a site can keep but its scripts and styles; a test whose page would not be
 * as before gets a browser of its own.
 */
export class SitePages {
  #gateway: ScriptedGateway | undefined
  #browser: Browser | undefined
  #shared: Page | undefined
  /** Of the widest screen whose pictures the shared page's memory may hold. */
  #sharedWidth = 0
  #page: Page | undefined
  /** What the page's console said that it should not. */
  complaints: Array<string> = []
  /** Texts that a page translator would break. */
  readonly heldTexts = new Set<string>()

  async start(): Promise<void> {
    if (this.#browser !== undefined) return
    this.#gateway = await ScriptedGateway.start()
    this.#browser = await chromium.launch({
      executablePath: process.env["CHROMIUM_PATH"] ?? (await chromiumFromNpm.executablePath()),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
        ...FAKE_CAMERAS,
      ],
    })
  }

  async close(): Promise<void> {
    const page = this.#page
    this.#page = undefined
    if (page === undefined) return
    if (page === this.#shared && (await this.#isEmptied(page))) return
    if (page === this.#shared) this.#shared = undefined
    await page.context().close()
  }

  get gateway(): ScriptedGateway {
    if (this.#gateway === undefined) throw new Error("no gateway is started")
    return this.#gateway
  }

  get context(): BrowserContext {
    if (this.#page === undefined) throw new Error("no page is open")
    return this.#page.context()
  }

  /** A page as it came, not yet waited for. */
  async visit(script: GatewayScript, screen: Screen = {}): Promise<Page> {
    const { path = "/", width = 1_280, height = 844, scheme = "dark" } = screen
    const { motion = "no-preference", isAlone = false, isInsecure = false } = screen
    const { browser, prepare } = screen
    await this.close()
    const isShared = !isAlone && !isInsecure && browser === undefined && prepare === undefined
    const page = isShared
      ? (this.#shared ??= await this.#newPage({ serviceWorkers: "block" }))
      : await this.#newPage(browser)
    this.#page = page
    if (isShared) await this.#forgetWider(page, width)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: motion })
    const visit = this.gateway.begin(script)
    await page.context().setExtraHTTPHeaders({ [SCREEN_HEADER]: visit })
    this.complaints = []
    this.heldTexts.clear()
    await prepare?.(page, page.context())
    const { port } = new URL(this.gateway.origin)
    const origin = isInsecure ? `http://${INSECURE_HOST}:${port}` : this.gateway.origin
    await page.goto(`${origin}${path}`)
    return page
  }

  /**
   * A renderer that has a picture in a larger size shows that one instead of the one that fits, and warns
   * of the preload that it then does not use. What lies in the browser's cache on disk stays.
   */
  async #forgetWider(page: Page, width: number): Promise<void> {
    const widest = Math.max(this.#sharedWidth, page.viewportSize()?.width ?? 0)
    this.#sharedWidth = width
    if (width >= widest) return
    const devtools = await page.context().newCDPSession(page)
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true })
    await devtools.detach()
  }

  async #newPage(options: BrowserContextOptions = {}): Promise<Page> {
    if (this.#browser === undefined) throw new Error("no browser is started")
    const context = await this.#browser.newContext({ locale: "nl-NL", ...options })
    await context.exposeBinding("tellHeldText", (_source, finding: string) => {
      this.heldTexts.add(finding)
    })
    await context.addInitScript(HELD_TEXTS)
    const page = await context.newPage()
    page.on("console", (message) => {
      const isFault = message.type() === "error" || message.type() === "warning"
      if (isFault && !isOfTool(message.text())) this.complaints.push(message.text())
    })
    page.on("pageerror", (error) => this.complaints.push(error.message))
    return page
  }

  /** The document is gone, and with it whatever it would still have asked; then what it kept. */
  async #isEmptied(page: Page): Promise<boolean> {
    const context = page.context()
    try {
      await context.setOffline(false)
      await page.goto(`${this.gateway.origin}${BLANK_PAGE}`)
      for (const other of context.pages()) if (other !== page) await other.close()
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await context.clearCookies()
      await page.mouse.move(0, 0)
      const devtools = await context.newCDPSession(page)
      await devtools.send("Page.resetNavigationHistory")
      await devtools.detach()
      return true
    } catch {
      // Such as one that was still on its way to somewhere: it is not used again.
      return false
    }
  }

  /** A page that has hydrated, attached and told where it is. */
  async open(script: GatewayScript, screen: Screen = {}): Promise<Page> {
    const page = await this.visit(script, screen)
    await this.gateway.fact("Navigated")
    return page
  }

  async expectNoViolations(page: Page): Promise<void> {
    expect(await accessibilityFindings(page)).toEqual([])
  }

  /**
   * Once all has moved into place nothing overflows, nothing complains but what is expected, and axe has
   * nothing to report.
   */
  async expectSound(page: Page, expected: ReadonlyArray<RegExp> = []): Promise<void> {
    await page.evaluate(() => {
      const passing = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      return Promise.all(passing.map((animation) => animation.finished.catch(() => null)))
    })
    await this.expectNoViolations(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    const isExpected = (complaint: string) => expected.some((pattern) => pattern.test(complaint))
    expect(this.complaints.filter((complaint) => !isExpected(complaint))).toEqual([])
  }
}

const pages = new SitePages()

/**
 * The worker's gateway and browser, started before the first test that uses them; the page is emptied or
 * closed after each. The last file does not know that it is the last, so both end with their worker.
 */
export const sitePages = (): SitePages => {
  beforeAll(() => pages.start())
  afterEach(() => pages.close())
  // A test that saw the page do well by what no gateway tells has seen nothing.
  afterEach(() => {
    expect(pages.gateway.impossible).toEqual([])
  })
  // Source: ADR 0047.
  afterEach(() => {
    expect([...pages.heldTexts]).toEqual([])
  })
  return pages
}
