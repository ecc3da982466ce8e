/**
 * A tab of WebKit behind Playwright's `Page` and `Locator` interfaces, as far as the journeys of test/engines use
 * them, so that the same journey runs in every engine. A method that is not implemented throws an error with its
 * name. Each step retries until its element is found. The browser itself performs clicks and keys (W3C WebDriver),
 * never a script.
 *
 * This protocol cannot read the page's console.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Locator, Page } from "playwright-core"
import { error, Key, Origin, type WebDriver, type WebElement } from "selenium-webdriver"
import {
  type FoundElement,
  foundInPage,
  type LocatorStep,
  type TextMatch,
} from "./found-in-page.ts"

const require = createRequire(import.meta.url)
/** As one script for a page; the package's other entries are modules. */
const library = readFileSync(
  join(dirname(require.resolve("@testing-library/dom")), "@testing-library/dom.umd.min.js"),
  "utf8",
)
const FIND = `if (typeof TestingLibraryDom === "undefined") return null
return (${foundInPage.toString()})(arguments[0])`

/**
 * Scrolls an element into view and returns the point for the pointer, or the element that covers it. WebKit does
 * not scroll to content it has not drawn yet (`content-visibility`) as a wheel does, and neither does its driver's
 * own click.
 */
const MEETING_POINT = `const [one] = arguments
one.scrollIntoView({ block: "center", behavior: "instant" })
const where = () => one.getClientRects()[0] ?? one.getBoundingClientRect()
const { top, bottom } = where()
if (top < 0 || bottom > innerHeight) scrollBy(0, (top + bottom - innerHeight) / 2)
const { x, y, width, height } = where()
const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
const met = document.elementFromPoint(point.x, point.y)
return one.contains(met) ? point : String(met?.outerHTML).slice(0, 200)`

const LOOK_AGAIN_MS = 50

interface FoundElements {
  readonly elements: ReadonlyArray<WebElement>
  readonly visible: FoundElement["visible"]
}

/** The tabs of one browser share one active window, so commands run one after the other. */
export class WebKitWindows {
  readonly driver: WebDriver
  timeout = 15_000
  #last: Promise<unknown> = Promise.resolve()
  #current: string | null = null

  constructor(driver: WebDriver) {
    this.driver = driver
  }

  /** Runs `work` in that tab after all earlier work. */
  in<Value>(handle: string, work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(async () => {
      if (this.#current !== handle) await this.driver.switchTo().window(handle)
      this.#current = handle
      return work()
    })
    this.#last = done.catch(() => undefined)
    return done
  }

  handles(): Promise<ReadonlyArray<string>> {
    const told = this.#last.then(() => this.driver.getAllWindowHandles())
    this.#last = told.catch(() => undefined)
    return told
  }

  /** Opens another tab as a window: in a tab behind another one, pointer moves have no effect. */
  another(): Promise<string> {
    const opened = this.#last.then(async () => {
      await this.driver.switchTo().newWindow("window")
      this.#current = await this.driver.getWindowHandle()
      return this.#current
    })
    this.#last = opened.catch(() => undefined)
    return opened
  }
}

/** Errors of a page that is navigating or of an element that moves: the step is retried. */
const isPassing = (reason: unknown): boolean =>
  [
    error.StaleElementReferenceError,
    error.ElementClickInterceptedError,
    error.ElementNotInteractableError,
    error.JavascriptError,
    error.NoSuchElementError,
  ].some((kind) => reason instanceof kind)

/** Retries until `look` returns a value. */
const untilIs = async <Value>(
  what: string,
  timeout: number,
  look: () => Promise<Value | undefined>,
): Promise<Value> => {
  const end = Date.now() + timeout
  for (;;) {
    let last: unknown
    try {
      const value = await look()
      if (value !== undefined) return value
    } catch (reason) {
      if (!isPassing(reason)) throw reason
      last = reason
    }
    if (Date.now() > end) {
      throw new Error(`${what} did not come in ${String(timeout)} ms`, { cause: last })
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

const matchOf = (text: string | RegExp, isWhole: boolean): TextMatch =>
  typeof text === "string"
    ? { text, isWhole }
    : { pattern: text.source, flags: text.flags.replaceAll(/[gy]/gu, "") }

/** A missing method throws an error with its name; `then` is undefined, so the object is no promise. */
const inFull = <Full extends object>(part: object, name: string): Full =>
  new Proxy(part, {
    get: (target, key) => {
      if (key === "then" || typeof key === "symbol") return undefined
      const value: unknown = Reflect.get(target, key, target)
      if (value === undefined) throw new Error(`WebKit's ${name} has no ${key}`)
      return typeof value === "function" ? value.bind(target) : value
    },
  }) as Full

const stepsOf = (locator: Locator): ReadonlyArray<LocatorStep> =>
  (locator as unknown as { readonly steps: ReadonlyArray<LocatorStep> }).steps

abstract class Finder {
  protected abstract narrowed(step: LocatorStep): Locator

  locator(css: string): Locator {
    return this.narrowed({ by: "css", css })
  }
  getByRole(role: string, { name, exact = false }: Parameters<Page["getByRole"]>[1] = {}) {
    return this.narrowed({
      by: "role",
      role,
      name: name === undefined ? null : matchOf(name, exact),
    })
  }
  getByLabel(text: string | RegExp, { exact = false }: { readonly exact?: boolean } = {}) {
    return this.narrowed({ by: "label", text: matchOf(text, exact) })
  }
  getByText(text: string | RegExp, { exact = false }: { readonly exact?: boolean } = {}) {
    return this.narrowed({ by: "text", text: matchOf(text, exact) })
  }
}

class WebKitPart extends Finder {
  readonly steps: ReadonlyArray<LocatorStep>
  readonly #page: WebKitPage

  constructor(page: WebKitPage, steps: ReadonlyArray<LocatorStep>) {
    super()
    this.#page = page
    this.steps = steps
  }

  protected narrowed(step: LocatorStep): Locator {
    return partOf(this.#page, [...this.steps, step])
  }
  first(): Locator {
    return this.nth(0)
  }
  last(): Locator {
    return this.nth(-1)
  }
  nth(place: number): Locator {
    return this.narrowed({ by: "place", place })
  }
  filter({ has, hasText }: { readonly has?: Locator; readonly hasText?: string | RegExp }) {
    const having = has === undefined ? [] : [{ by: "having" as const, steps: stepsOf(has) }]
    const saying =
      hasText === undefined ? [] : [{ by: "saying" as const, text: matchOf(hasText, false) }]
    return partOf(this.#page, [...this.steps, ...having, ...saying])
  }

  async count(): Promise<number> {
    return (await this.#page.found(this.steps)).elements.length
  }
  waitFor({
    state = "visible",
    timeout,
  }: Parameters<Locator["waitFor"]>[0] = {}): Promise<unknown> {
    return this.#until(
      async () => {
        const { elements, visible } = await this.#page.found(this.steps)
        const is = {
          attached: elements.length > 0,
          detached: elements.length === 0,
          visible: elements.length === 1 && !visible.includes(false),
          hidden: visible.every((one) => !one),
        }
        return is[state] ? true : undefined
      },
      state,
      timeout,
    )
  }
  click(): Promise<unknown> {
    return this.#until(async () => {
      return this.#page.press(await this.#one())
    }, "pressed")
  }
  async fill(text: string): Promise<void> {
    await this.#until(async () => {
      const field = await this.#one()
      await this.#page.press(field)
      await this.#page.run("arguments[0].select()", field)
      await field.sendKeys(text === "" ? Key.BACK_SPACE : text)
      return true
    }, "filled")
  }
  inputValue(): Promise<string> {
    return this.#asked("arguments[0].value")
  }
  getAttribute(name: string): Promise<string | null> {
    return this.#asked(`arguments[0].getAttribute(${JSON.stringify(name)})`)
  }
  textContent(): Promise<string> {
    return this.#asked("arguments[0].textContent")
  }
  /** Readable text of the page, for the report of a failed test. */
  ariaSnapshot(): Promise<string> {
    return this.#asked("arguments[0].innerText")
  }
  async allTextContents(): Promise<ReadonlyArray<string>> {
    const { elements } = await this.#page.found(this.steps)
    return this.#page.run("return [...arguments].map((one) => one.textContent)", ...elements)
  }
  async allInnerTexts(): Promise<ReadonlyArray<string>> {
    const { elements } = await this.#page.found(this.steps)
    return this.#page.run("return [...arguments].map((one) => one.innerText)", ...elements)
  }
  async evaluateAll<Value>(ask: (elements: ReadonlyArray<Element>) => Value): Promise<Value> {
    const { elements } = await this.#page.found(this.steps)
    return this.#page.run(`return (${ask.toString()})([...arguments])`, ...elements)
  }

  #asked<Value>(expression: string): Promise<Value> {
    return this.#until(
      async () => ({
        value: await this.#page.run<Value>(`return ${expression}`, await this.#one(false)),
      }),
      "asked",
    ).then(({ value }) => value)
  }
  /** The only match. */
  async #one(mustBeSeen = true): Promise<WebElement> {
    const { elements, visible } = await this.#page.found(this.steps)
    const [one] = elements
    if (elements.length > 1) {
      throw new error.NoSuchElementError(`${String(elements.length)} of them are there`)
    }
    if (one === undefined || (mustBeSeen && visible.includes(false))) {
      throw new error.NoSuchElementError("it is not there")
    }
    return one
  }
  #until<Value>(look: () => Promise<Value | undefined>, state: string, timeout?: number) {
    return untilIs(
      `${JSON.stringify(this.steps)} ${state}`,
      timeout ?? this.#page.windows.timeout,
      look,
    )
  }
}

const partOf = (page: WebKitPage, steps: ReadonlyArray<LocatorStep>): Locator =>
  inFull<Locator>(new WebKitPart(page, steps), "locator")

/** Complete responses, reported by the page itself. */
const WATCH_ANSWERS = `globalThis.answered = []
new PerformanceObserver((list) => {
  for (const { name } of list.getEntries()) answered.push(name)
}).observe({ type: "resource" })`

class WebKitPage extends Finder {
  readonly windows: WebKitWindows
  readonly #handle: string
  #isGone = false

  constructor(windows: WebKitWindows, handle: string) {
    super()
    this.windows = windows
    this.#handle = handle
  }

  protected narrowed(step: LocatorStep): Locator {
    return partOf(this, [step])
  }
  in<Value>(work: (driver: WebDriver) => Promise<Value>): Promise<Value> {
    return this.windows
      .in(this.#handle, () => work(this.windows.driver))
      .catch((reason) => {
        if (reason instanceof error.NoSuchWindowError) this.#isGone = true
        throw reason
      })
  }
  run<Value>(script: string, ...values: ReadonlyArray<unknown>): Promise<Value> {
    return this.in((driver) => driver.executeScript<Value>(script, ...values))
  }
  async found(steps: ReadonlyArray<LocatorStep>): Promise<FoundElements> {
    const find = () => this.run<FoundElements | null>(FIND, steps)
    const found = await find()
    if (found !== null) return found
    await this.run(library)
    return (await find()) ?? { elements: [], visible: [] }
  }

  press(one: WebElement): Promise<true> {
    return this.in(async (driver) => {
      const point = await driver.executeScript<{ x: number; y: number } | string>(
        MEETING_POINT,
        one,
      )
      if (typeof point === "string") throw new error.ElementClickInterceptedError(point)
      await driver
        .actions()
        .move({ ...point, origin: Origin.VIEWPORT, duration: 0 })
        .click()
        .perform()
      return true as const
    })
  }

  readonly keyboard = {
    press: (key: string): Promise<void> =>
      this.in(async (driver) => {
        const known: Readonly<Record<string, string>> = { Enter: Key.ENTER, Escape: Key.ESCAPE }
        await driver
          .actions()
          .sendKeys(known[key] ?? key)
          .perform()
      }),
  }
  on(): void {
    // This protocol sends no events.
  }
  goto(address: string): Promise<void> {
    return this.in((driver) => driver.get(address))
  }
  goBack(): Promise<void> {
    return this.in((driver) => driver.navigate().back())
  }
  reload(): Promise<void> {
    return this.in((driver) => driver.navigate().refresh())
  }
  url(): string {
    return this.#handle
  }
  isClosed(): boolean {
    return this.#isGone
  }
  async waitForURL(
    wanted: string | ((url: URL) => boolean),
    { timeout = this.windows.timeout }: { readonly timeout?: number } = {},
  ): Promise<void> {
    await untilIs(`the address ${String(wanted)}`, timeout, async () => {
      const url = new URL(await this.in((driver) => driver.getCurrentUrl()))
      const isThere = typeof wanted === "string" ? url.href === wanted : wanted(url)
      return isThere ? true : undefined
    })
  }
  evaluate<Value>(expression: string | (() => Value)): Promise<Value> {
    const asked = typeof expression === "string" ? expression : `(${expression.toString()})()`
    return this.run(`return (${asked})`)
  }
  async waitForFunction(ask: () => unknown): Promise<void> {
    await untilIs("what is waited for", this.windows.timeout, async () =>
      (await this.run(`return Boolean((${ask.toString()})())`)) === true ? true : undefined,
    )
  }
  /** Compares only the addresses of responses. */
  async waitForResponse(isWanted: (response: { readonly url: () => string }) => boolean) {
    await this.run(WATCH_ANSWERS)
    await untilIs("the answer", this.windows.timeout, async () => {
      const answered = await this.run<ReadonlyArray<string> | null>("return globalThis.answered")
      // The list is missing, so another document has loaded: the response has arrived.
      if (answered === null) return true
      return answered.some((address) => isWanted({ url: () => address })) ? true : undefined
    })
  }
  async waitForEvent(_event: "popup"): Promise<Page> {
    const before = await this.windows.handles()
    return untilIs("another tab", this.windows.timeout, async () => {
      const opened = (await this.windows.handles()).find((handle) => !before.includes(handle))
      return opened === undefined ? undefined : webKitPage(this.windows, opened)
    })
  }
}

export const webKitPage = (windows: WebKitWindows, handle: string): Page =>
  inFull<Page>(new WebKitPage(windows, handle), "page")
