/** Pages of the scripted gateway in a real browser, as visitors see them, for the browser tests beside it. */
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
  type Request,
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
  /** Uses this host name instead of the loopback address: the context is then not secure, as over plain http. */
  readonly isInsecure?: boolean
  readonly scheme?: "dark" | "light"
  readonly motion?: "reduce" | "no-preference"
  /**
   * In a browser of its own with a service worker, which no other test uses: its clock, routes and scripts stay.
   */
  readonly isAlone?: boolean
  /** Options that only a browser of its own can have. */
  readonly browser?: BrowserContextOptions
  /** A clock that the test moves, in a browser of its own: it runs from the page's first moment, or stands still. */
  readonly clock?: "runs" | "stands"
  /**
   * Called before the page is requested, in a tab of its own: what it changes in the page ends with the tab. What it
   * changes in the context, other than cookies, needs a browser of its own.
   */
  readonly prepare?: (page: Page, context: BrowserContext) => Promise<unknown>
}

/**
 * The variants of a state that every run tests: together they cover both widths, languages and themes. The other
 * variants are tested where the proof runs (test/proof/screens.test.ts).
 */
export const variants = <const A, const B>(
  always: ReadonlyArray<A>,
  inProof: ReadonlyArray<B>,
): ReadonlyArray<A | B> => (process.env["PROOF"] === "full" ? [...always, ...inProof] : always)

/** Stops the page's clock, which was installed before the page loaded. */
export const stopTime = async (page: Page): Promise<void> =>
  // The clock runs until then.
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)

/**
 * A page lives for a second: compilers that pay off later cost more than they save. Tabs of one context share a
 * process, and with it the compiled scripts.
 */
const SHORT_LIVED = ["--js-flags=--no-maglev,--no-turbofan", "--renderer-process-limit=1"] as const

/** Two fake cameras and a microphone, with permission granted. */
const FAKE_CAMERAS = [
  "--use-fake-device-for-media-stream=device-count=2",
  "--use-fake-ui-for-media-stream",
] as const

const WITHOUT_WORKER = { serviceWorkers: "block" } as const satisfies BrowserContextOptions

/** A host name that only this browser can resolve. */
const INSECURE_HOST = "foldcast.example"

const HELD_TEXTS = stripTypeScriptTypes(
  readFileSync(new URL("held-texts.fixture.ts", import.meta.url), "utf8"),
)

/** Playwright's own message on the page's console where it blocks service workers. */
const isOfTool = (text: string) => text.includes("blocked by Playwright")

/**
 * A browser and its gateway, for the tests of one worker. Most tests reuse one page, cleared of everything that a
 * site can store except its cached scripts and styles. A test that would leave the page changed gets a tab beside it,
 * which finds the same cache, and one that would leave more changed gets a browser of its own.
 */
export class SitePages {
  #gateway: ScriptedGateway | undefined
  #browser: Browser | undefined
  #shared: Page | undefined
  /** The widest screen whose pictures the shared page's memory may hold. */
  #sharedWidth = 0
  #page: Page | undefined
  /** Unexpected messages on the page's console. */
  complaints: Array<string> = []
  /** Requests that have not ended, with the time at which they began. */
  readonly #underWay = new Map<Request, number>()
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
        ...SHORT_LIVED,
        ...FAKE_CAMERAS,
      ],
    })
  }

  async close(): Promise<void> {
    const page = this.#page
    this.#page = undefined
    if (page === undefined) return
    const shared = this.#shared
    if (shared?.context() === page.context()) {
      if (await this.#isEmptied(shared)) return
      this.#shared = undefined
    }
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

  /** What a failed test's page was waiting for, and what it complained of. */
  whatWasUnderWay(): string {
    const requests = [...this.#underWay].map(
      ([request, since]) =>
        `${request.method()} ${request.url()} for ${String(Math.round(performance.now() - since))} ms`,
    )
    return `stream: ${this.gateway.streamed.join(", ")}; requests under way: ${requests.join(", ")}; console: ${this.complaints.join(", ")}`
  }

  /** Opens a page without waiting for it. */
  async visit(script: GatewayScript, screen: Screen = {}): Promise<Page> {
    const { path = "/", width = 1_280, height = 844, scheme = "dark" } = screen
    const { motion = "no-preference", isAlone = false, isInsecure = false } = screen
    const { browser, clock, prepare } = screen
    await this.close()
    const isOwn = isAlone || isInsecure || browser !== undefined || clock !== undefined
    const page = isOwn
      ? await this.#newPage({ ...(!isAlone && WITHOUT_WORKER), ...browser })
      : await this.#sharedPage(prepare !== undefined)
    this.#page = page
    if (!isOwn) await this.#forgetWider(page, width)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: motion })
    const visit = this.gateway.begin(script)
    await page.context().setExtraHTTPHeaders({ [SCREEN_HEADER]: visit })
    this.complaints = []
    this.heldTexts.clear()
    this.#underWay.clear()
    if (clock !== undefined) await page.clock.install()
    if (clock === "stands") await stopTime(page)
    await prepare?.(page, page.context())
    const { port } = new URL(this.gateway.origin)
    const origin = isInsecure ? `http://${INSECURE_HOST}:${port}` : this.gateway.origin
    await page.goto(`${origin}${path}`)
    return page
  }

  /**
   * A renderer that has a picture in memory in a larger size shows that one instead of the fitting one, and warns
   * about the unused preload. The browser's disk cache stays.
   */
  async #forgetWider(page: Page, width: number): Promise<void> {
    const widest = Math.max(this.#sharedWidth, page.viewportSize()?.width ?? 0)
    this.#sharedWidth = width
    if (width >= widest) return
    const devtools = await page.context().newCDPSession(page)
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true })
    await devtools.detach()
  }

  /** The page that most tests reuse, or a tab beside it. */
  async #sharedPage(isTab: boolean): Promise<Page> {
    this.#shared ??= await this.#newPage(WITHOUT_WORKER)
    return isTab ? this.#newTab(this.#shared.context()) : this.#shared
  }

  async #newPage(options: BrowserContextOptions): Promise<Page> {
    if (this.#browser === undefined) throw new Error("no browser is started")
    const context = await this.#browser.newContext({ locale: "nl-NL", ...options })
    await context.exposeBinding("tellHeldText", (_source, finding: string) => {
      this.heldTexts.add(finding)
    })
    await context.addInitScript(HELD_TEXTS)
    return this.#newTab(context)
  }

  async #newTab(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    const end = (request: Request) => this.#underWay.delete(request)
    page.on("request", (request) => this.#underWay.set(request, performance.now()))
    page.on("requestfinished", end)
    page.on("requestfailed", end)
    page.on("console", (message) => {
      const isFault = message.type() === "error" || message.type() === "warning"
      if (isFault && !isOfTool(message.text())) this.complaints.push(message.text())
    })
    page.on("pageerror", (error) => this.complaints.push(error.message))
    return page
  }

  /** Unloads the document with its pending requests, then clears its storage. */
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
      // For example during a navigation: the page is not used again.
      return false
    }
  }

  /** Opens a page and waits until it has hydrated, attached and reported its path. */
  async open(script: GatewayScript, screen: Screen = {}): Promise<Page> {
    const page = await this.visit(script, screen)
    await this.gateway.fact("Navigated")
    return page
  }

  /** Waits for animations that have an end, at most 20 seconds; the error names those that run on. */
  async #animationsEnd(page: Page): Promise<void> {
    const running = await page.evaluate(async () => {
      const passing = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      const ended = Promise.all(passing.map(({ finished }) => finished.catch(() => null)))
      const late = new Promise((resolve) => {
        setTimeout(resolve, 20_000)
      })
      await Promise.race([ended, late])
      return passing
        .filter(({ playState }) => playState === "running" || playState === "paused")
        .map((animation) => {
          const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null
          const at = `${animation.playState} at ${String(animation.currentTime)}`
          return `${animation.constructor.name} ${animation.id} of ${target?.outerHTML.slice(0, 200) ?? "nothing"}: ${at}`
        })
    })
    expect(running).toEqual([])
  }

  async expectNoViolations(page: Page): Promise<void> {
    expect(await accessibilityFindings(page)).toEqual([])
  }

  /**
   * Waits for animations, then checks that nothing overflows, that the console has only expected messages, and that
   * axe finds nothing.
   */
  async expectSound(page: Page, expected: ReadonlyArray<RegExp> = []): Promise<void> {
    await this.#animationsEnd(page)
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
 * The worker's gateway and browser, started before the first test that uses them; the page is cleared or closed
 * after each test. No file knows that it is the last, so both end with their worker.
 */
export const sitePages = (): SitePages => {
  beforeAll(() => pages.start())
  afterEach(async ({ task }) => {
    const [failure] = task.result?.errors ?? []
    if (failure !== undefined) failure.message += `\n${pages.whatWasUnderWay()}`
    await pages.close()
  })
  // A test that passes only with facts that no gateway writes proves nothing.
  afterEach(() => {
    expect(pages.gateway.impossible).toEqual([])
  })
  // Source: ADR 0047.
  afterEach(() => {
    expect([...pages.heldTexts]).toEqual([])
  })
  return pages
}
