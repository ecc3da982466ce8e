/**
 * A person at the site: a browser with its own cookies and storage, its tabs, and what people do in them. Waits for
 * what the screen shows, never for time to pass.
 */
import { randomUUID } from "node:crypto"
import type { Browser, BrowserContext, Locator, Page } from "playwright-core"
import { expect } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { openContext, type PageOptions, type WatchedPage, watchPage } from "../support/browser.ts"
import { visitIn } from "../support/member-browser.ts"
import type { World } from "../support/world.ts"
import { type BankChoice, type PlainText, type Words, wordsIn } from "./site-words.ts"

/** Milliseconds within which the screen must show the expected content. */
const SHOWN_WITHIN_MS = 15_000

/** Enough of a page's text to show its state. */
const SHOWN_LENGTH = 4000

export interface Account {
  readonly email: string
  readonly password: string
}

export const newAccount = (): Account => ({
  email: `visitor-${randomUUID().slice(0, 8)}@example.test`,
  password: "welkom123",
})

/** One bundle of the reference backend, as its card shows it. */
export const BUNDLE = { minutes: 10, credits: 600, cents: 990 } as const

const LOCALES = { nl: "nl-NL", en: "en-GB" } as const

/** The site has one address for each of its brands. */
type Brand = "site" | "partner"

export interface VisitorOptions extends Omit<PageOptions, "locale"> {
  readonly locale?: Locale
  readonly brand?: Brand
}

export class Visitor {
  readonly world: World
  readonly context: BrowserContext
  readonly locale: Locale
  readonly words: Words
  readonly origin: string

  private constructor(world: World, context: BrowserContext, locale: Locale, brand: Brand) {
    this.world = world
    this.context = context
    this.locale = locale
    this.origin = world.urls[brand]
    this.words = wordsIn(locale)
    context.setDefaultTimeout(SHOWN_WITHIN_MS)
  }

  static async arrive(
    world: World,
    browser: Browser,
    options: VisitorOptions = {},
  ): Promise<Visitor> {
    const { locale = "nl", brand = "site", ...rest } = options
    const context = await openContext(browser, { ...rest, locale: LOCALES[locale] })
    return new Visitor(world, context, locale, brand)
  }

  /** An empty tab, for a test that prepares it before its first page. */
  async emptyTab(): Promise<Tab> {
    return new Tab(this, watchPage(await this.context.newPage()))
  }

  /** A tab on the home page, or on another address of the site, ready to be used. */
  async openTab(address?: string): Promise<Tab> {
    const tab = await this.emptyTab()
    await tab.visit(address)
    return tab
  }

  /** A member's tab: registered by the form's command, for tests that do not check the form. */
  async openMemberTab(account: Account = newAccount(), address?: string): Promise<Tab> {
    await this.register(account)
    return this.openTab(address)
  }

  /** Registers by the form's command, before any tab is open. */
  register({ email, password }: Account): Promise<void> {
    return this.#ask({ _tag: "Register", email, password })
  }

  /** Logs in an existing member by the form's command, for tests that do not check the form. */
  logIn({ email, password }: Account): Promise<void> {
    return this.#ask({ _tag: "LogIn", email, password })
  }

  /**
   * Gives a command from a page that no tab shows; every later page is the new owner's. Node.js finds no partner's
   * host, whose name ends in localhost.
   */
  async #ask(command: Command): Promise<void> {
    const { request } = this.context
    const page = await request.get(this.address("/cookies"))
    const answer = await request.post(`${this.origin}/api/commands`, {
      headers: { "X-Foldcast": "1", Origin: this.origin },
      data: { commandId: randomUUID(), visit: visitIn(await page.text()), command },
    })
    if (answer.status() !== 202) throw new Error(`${command._tag} answered ${answer.status()}`)
  }

  /** A page's address in the visitor's language; `/` is home. */
  address(path: string): string {
    return `${this.origin}/${this.locale}${path === "/" ? "" : path}`
  }

  /** The accessibility tree of each tab, for the report of a failed test. */
  async showing(): Promise<string> {
    const tabs = this.context.pages().map(async (page) => {
      const tree = await page.locator("body").ariaSnapshot({ timeout: SHOWN_WITHIN_MS })
      return `${page.url()}\n${tree.slice(0, SHOWN_LENGTH)}`
    })
    const told = await Promise.allSettled(tabs)
    return told
      .map((tab) =>
        tab.status === "fulfilled" ? tab.value : `a tab that tells nothing: ${tab.reason}`,
      )
      .join("\n\n")
  }

  close(): Promise<void> {
    return this.context.close()
  }
}

export class Tab {
  readonly visitor: Visitor
  readonly words: Words
  readonly watched: WatchedPage
  readonly page: Page

  constructor(visitor: Visitor, watched: WatchedPage, words = visitor.words) {
    this.visitor = visitor
    this.words = words
    this.watched = watched
    this.page = watched.page
  }

  /** The same tab, read in another language. */
  in(locale: Locale): Tab {
    return new Tab(this.visitor, this.watched, wordsIn(locale))
  }

  get home(): string {
    return this.visitor.address("/")
  }

  /** Opens an address as if it was typed; default: home. */
  async visit(address = this.home): Promise<void> {
    await this.#historyRests()
    await this.page.goto(address)
    await this.hydrated()
  }

  /**
   * A window that has closed steps back in the tab's history. Nobody types an address within that moment, and the step
   * would take them back.
   */
  async #historyRests(): Promise<void> {
    await this.page.waitForFunction(() => {
      const { document, history } = globalThis as unknown as {
        readonly document: { readonly querySelector: (selector: string) => object | null }
        readonly history: { readonly state: { layers?: { open: ReadonlyArray<string> } } | null }
      }
      const open = history.state?.layers?.open ?? []
      return (
        open.length === 0 ||
        document.querySelector("[role=dialog], [role=menu], [role=listbox]") !== null
      )
    })
  }

  /** React has hydrated the page, including parts whose script comes later, so clicks have an effect. */
  async hydrated(): Promise<void> {
    await this.page.waitForFunction(() => {
      const { document } = globalThis as unknown as {
        readonly document: { readonly querySelectorAll: (selector: string) => Iterable<object> }
      }
      const buttons = [...document.querySelectorAll("header button, main button")]
      return (
        buttons.length > 0 &&
        buttons.every((button) => Object.keys(button).some((key) => key.startsWith("__reactProps")))
      )
    })
  }

  /** From now on only the test advances the tab's clock, also on its next pages. */
  async holdTime(): Promise<void> {
    await this.page.clock.install()
    await this.stopTime()
  }

  /** Stops the clock, which was installed before the page loaded. */
  async stopTime(): Promise<void> {
    // The clock runs until that time.
    await this.page.clock.pauseAt((await this.page.evaluate<number>("Date.now()")) + 10_000)
  }

  /** All animations have ended, except endless ones. */
  async settled(): Promise<void> {
    await this.page.evaluate(`Promise.all(
      document.getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => null)),
    ).then(() => null)`)
  }

  /** The browser's data of a site as text: both storages and the cookies that scripts can read. */
  storage(): Promise<string> {
    return this.page.evaluate<string>(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
    )
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole("button", { name, exact: typeof name === "string" })
  }

  get dialog(): Locator {
    return this.page.getByRole("dialog")
  }

  shows(text: string): Promise<void> {
    return this.page.getByText(text).first().waitFor()
  }

  heading(text: PlainText): Locator {
    return this.page.getByRole("heading", { name: this.words.say(text), exact: true })
  }

  /** Waits for a guest's header: nobody is logged in. */
  loggedOut(): Promise<void> {
    return this.page.locator("header").first().getByText(this.words.signUp).first().waitFor()
  }

  /** The header's balance; it exists, but cannot be pressed, while a dialog is open. */
  credits(count: number): Locator {
    return this.page.locator("header").getByLabel(this.words.creditsButton(count), { exact: true })
  }

  openForm(form: "signUp" | "logIn"): Promise<void> {
    return this.button(this.words[form], this.page.locator("header").first()).click()
  }

  /** Ticks the form's one box; clicks the box itself, because its label contains links. */
  tick(): Promise<void> {
    const label = this.dialog.locator("label").filter({ has: this.page.getByRole("checkbox") })
    return label.click({ position: { x: 12, y: 12 } })
  }

  async fillForm({ email, password }: Account, submit: string): Promise<void> {
    await this.dialog.getByLabel(this.words.email).fill(email)
    await this.dialog.getByLabel(this.words.password, { exact: true }).fill(password)
    await this.button(submit, this.dialog).click()
  }

  async submitRegistration(account: Account): Promise<void> {
    await this.openForm("signUp")
    await this.fillForm(account, this.words.createAccount)
  }

  /** From the header to a member who has closed the welcome, at a profile back to its performer. */
  async register(account: Account, performer?: string): Promise<void> {
    const answered = this.#answered()
    await this.submitRegistration(account)
    await this.credits(0).waitFor()
    await answered
    const { say } = this.words
    const goOn =
      performer === undefined
        ? say(m.confirmation_go_on)
        : say(m.verification_back_to, { name: performer })
    await this.button(goOn, this.dialog).click()
    await this.dialog.waitFor({ state: "detached" })
  }

  async logIn(account: Account): Promise<void> {
    await this.openForm("logIn")
    const answered = this.#answered()
    await this.fillForm(account, this.words.submitLogIn)
    await answered
  }

  /** Logs in a member who has not chosen a name yet, and skips the prompt for one. */
  async logInAndGoOn(account: Account): Promise<void> {
    await this.logIn(account)
    await this.press(m.username_prompt_later)
    await this.dialog.waitFor({ state: "detached" })
  }

  press(text: PlainText): Promise<void> {
    return this.button(this.words.say(text)).click()
  }

  /**
   * The facts of a log-in or log-out may arrive before its answer, and only the answer sets the new cookie: a page
   * opened in between would belong to another guest.
   */
  #answered() {
    return this.page.waitForResponse((response) => response.url().endsWith("/api/commands"))
  }

  async openWallet(balance: number): Promise<void> {
    await this.credits(balance).click()
    await this.bundle().waitFor()
  }

  /** The whole card is the target, as it is for people. */
  bundle(minutes: number = BUNDLE.minutes): Locator {
    return this.#card(this.words.bundleOf(minutes))
  }

  method(name: string): Locator {
    return this.#card(name)
  }

  #card(name: string | RegExp): Locator {
    return this.dialog
      .locator("label")
      .filter({ has: this.page.getByRole("radio", { name, exact: typeof name === "string" }) })
  }

  async chooseBundle(): Promise<void> {
    await this.bundle().click()
    await this.method(this.words.ideal).click()
  }

  get payButton(): Locator {
    return this.button(this.words.pay(BUNDLE.cents))
  }

  async payInNewTab(): Promise<Page> {
    const opened = this.page.waitForEvent("popup")
    await this.payButton.click()
    const bank = await opened
    await this.atBank(bank)
    return bank
  }

  async atBank(page: Page, timeout: number = SHOWN_WITHIN_MS): Promise<void> {
    const { origin } = new URL(this.visitor.world.urls.bank)
    await page.waitForURL((url) => url.origin === origin && url.search !== "", { timeout })
  }

  async chooseAtBank(bank: Page, choice: BankChoice): Promise<void> {
    // The site may close the bank's tab before Playwright has confirmed the click.
    await bank
      .getByRole("button", { name: this.words.bank[choice], exact: true })
      .click({ noWaitAfter: true })
      .catch((error: unknown) => {
        if (!bank.isClosed()) throw error
      })
  }

  /** From the open wallet to the bank's page of the usual bundle. */
  async goToBank(balance: number): Promise<Page> {
    await this.openWallet(balance)
    await this.chooseBundle()
    return this.payInNewTab()
  }

  async buy(balance: number, choice: BankChoice = "pay"): Promise<void> {
    await this.chooseAtBank(await this.goToBank(balance), choice)
    await this.shows(this.words.paid)
    await this.button(this.words.closeReceipt).click()
  }

  async logOut({ email }: Account): Promise<void> {
    await this.button(new RegExp(email.slice(0, email.indexOf("@")), "u")).click()
    const answered = this.#answered()
    await this.button(this.words.logOut).click()
    await answered
  }

  isQuiet(): void {
    expect(this.watched.complaints()).toEqual([])
  }
}
