/** Pages of the scripted gateway for the tests of the account's screens: who looks at them, and how. */
import { AxeBuilder } from "@axe-core/playwright"
import chromiumFromNpm from "@sparticuz/chromium"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { expect } from "vitest"
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import type { Tracking } from "@foldcast/contracts/stream/visit"
import type { Locale } from "@foldcast/contracts/units"
import { ScriptedGateway, type Script } from "./scripted-gateway.fixture.ts"

const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

export const started = (locale: Locale = "nl", tracking: Tracking = {}): Event => ({
  _tag: "VisitStarted",
  locale,
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking,
})

export const loggedIn = (verified = false): Event => ({
  _tag: "LoggedIn",
  memberId: "m_00000001" as MemberId,
  username: "noor",
  verified,
})

export const registered: Event = {
  _tag: "MemberRegistered",
  memberId: "m_00000001" as MemberId,
}

export const memberLoaded = (verified = false, showChangeUsername = false): Event => ({
  _tag: "MemberLoaded",
  username: "noor",
  capName: "Noor",
  email: "noor@example.com",
  verified,
  endUserText: null,
  lander: null,
  showChangeUsername,
})

/** A token as links carry it: three parts, an expiry that anybody may read. */
export const linkToken = (expiresAtMs: number): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  return `${part({ alg: "HS256" })}.${part({ exp: expiresAtMs / 1_000 })}.c2lnbmF0dXJl`
}

export interface Screen {
  readonly width?: number
  readonly scheme?: "dark" | "light"
  readonly path?: string
}

/** A browser and the gateway it talks to, for one file of tests. */
export class AccountPages {
  readonly gateway: ScriptedGateway
  readonly #browser: Browser
  #context: BrowserContext | undefined
  /** What the console complained of. */
  complaints: Array<string> = []

  private constructor(gateway: ScriptedGateway, browser: Browser) {
    this.gateway = gateway
    this.#browser = browser
  }

  static async start(): Promise<AccountPages> {
    const gateway = await ScriptedGateway.start()
    const browser = await chromium.launch({
      executablePath: process.env["CHROMIUM_PATH"] ?? (await chromiumFromNpm.executablePath()),
      args: ["--no-sandbox", "--disable-gpu"],
    })
    return new AccountPages(gateway, browser)
  }

  async stop(): Promise<void> {
    await this.#browser.close()
    await this.gateway.stop()
  }

  async close(): Promise<void> {
    await this.#context?.close()
    this.#context = undefined
  }

  /** A page that has hydrated, attached and told where it is. */
  async open(
    script: Script,
    { width = 1_280, scheme = "dark", path = "/" }: Screen = {},
    before?: (page: Page) => Promise<unknown>,
  ): Promise<Page> {
    this.complaints = []
    this.gateway.play(script)
    this.#context = await this.#browser.newContext({
      viewport: { width, height: 844 },
      colorScheme: scheme,
      locale: "nl-NL",
    })
    const page = await this.#context.newPage()
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        this.complaints.push(message.text())
      }
    })
    page.on("pageerror", (error) => this.complaints.push(error.message))
    await before?.(page)
    await page.goto(`${this.gateway.origin}${path}`)
    await this.gateway.fact("Navigated")
    return page
  }

  /** Nothing overflows, nothing complains, and axe has nothing to report once all has moved into place. */
  async expectSound(page: Page): Promise<void> {
    await page.evaluate(() => {
      const passing = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      return Promise.all(passing.map((animation) => animation.finished.catch(() => null)))
    })
    const { violations } = await new AxeBuilder({ page }).withTags(AXE_TAGS).analyze()
    expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual(
      [],
    )
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    expect(this.complaints).toEqual([])
  }
}
