/** Pages of the scripted gateway in a real browser, as its visitors see them. For the browser tests beside it. */
import chromiumFromNpm from "@sparticuz/chromium"
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { accessibilityFindings } from "./accessibility.fixture.ts"
import { type Script, ScriptedGateway } from "./scripted-gateway.fixture.ts"

export interface Screen {
  readonly path?: string
  readonly width?: number
  readonly height?: number
  readonly scheme?: "dark" | "light"
  readonly browser?: BrowserContextOptions
  /** Before the page is asked for. */
  readonly prepare?: (page: Page, context: BrowserContext) => Promise<unknown>
}

/** From the page's first moment time passes only as the test says. */
export const holdTime = async (page: Page): Promise<void> => {
  await page.clock.install()
  await stopTime(page)
}

/** From here on it does; the page's clock was installed before it came. */
export const stopTime = async (page: Page): Promise<void> =>
  // It goes on until then.
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)

/** A browser and the gateway it talks to, for one file of tests. */
export class SitePages {
  #gateway: ScriptedGateway | undefined
  #browser: Browser | undefined
  #context: BrowserContext | undefined
  /** What the page's console said that it should not. */
  complaints: Array<string> = []

  async start(): Promise<void> {
    this.#gateway = await ScriptedGateway.start()
    this.#browser = await chromium.launch({
      executablePath: process.env["CHROMIUM_PATH"] ?? (await chromiumFromNpm.executablePath()),
      args: ["--no-sandbox", "--disable-gpu"],
    })
  }

  async stop(): Promise<void> {
    await this.#browser?.close()
    await this.#gateway?.stop()
  }

  async close(): Promise<void> {
    await this.#context?.close()
    this.#context = undefined
  }

  get gateway(): ScriptedGateway {
    if (this.#gateway === undefined) throw new Error("no gateway is started")
    return this.#gateway
  }

  get context(): BrowserContext {
    if (this.#context === undefined) throw new Error("no page is open")
    return this.#context
  }

  /** A page as it came, not yet waited for. */
  async visit(script: Script, screen: Screen = {}): Promise<Page> {
    const { path = "/", width = 1_280, height = 844, scheme = "dark", browser, prepare } = screen
    this.complaints = []
    this.gateway.play(script)
    if (this.#browser === undefined) throw new Error("no browser is started")
    this.#context = await this.#browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      locale: "nl-NL",
      ...browser,
    })
    const page = await this.#context.newPage()
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        this.complaints.push(message.text())
      }
    })
    page.on("pageerror", (error) => this.complaints.push(error.message))
    await prepare?.(page, this.#context)
    await page.goto(`${this.gateway.origin}${path}`)
    return page
  }

  /** A page that has hydrated, attached and told where it is. */
  async open(script: Script, screen: Screen = {}): Promise<Page> {
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

/** For one file of tests: started before them, its page closed after each. */
export const sitePages = (): SitePages => {
  const pages = new SitePages()
  beforeAll(() => pages.start())
  afterEach(() => pages.close())
  afterAll(() => pages.stop())
  return pages
}
