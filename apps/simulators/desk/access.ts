/**
 * Who may use the desk, where private lines are read. Without a password, in development and on this machine, any
 * browser may; with one, whoever has logged in.
 *
 * Wrong passwords are counted by address and in all. Those of a browser that has logged in before are counted by that
 * browser alone: whoever fills the other counts keeps the performer out of nothing.
 *
 * Time and random ids are arguments.
 */
import { createHash, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"
import { KnownBrowsers } from "./known-browsers.ts"

const digest = (text: string) => createHash("sha256").update(text).digest()

const SESSION_MS = 12 * 3_600_000
const MAX_SESSIONS = 1_000
/** Wrong passwords are counted for so long. */
const WINDOW_MS = 15 * 60_000
const MAX_WRONG_OF_BROWSER = 10
const MAX_WRONG_OF_ADDRESS = 10
/** Of all browsers that are not known. */
const MAX_WRONG_OF_STRANGERS = 100

export const isDeskId = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{32}$/u.test(text)

/** Whether the `Origin` header names the host that is asked: a page of this desk sends the request. */
export const isSameOrigin = (origin: string | undefined, host: string | undefined): boolean =>
  origin !== undefined && host !== undefined && URL.parse(origin)?.host === host

interface WrongPassword {
  /** Null where the browser is not known. */
  readonly browser: string | null
  readonly address: string
  readonly at: number
}

export interface DeskLogIn {
  readonly typed: string
  readonly address: string
  /** By which the browser shows that it has logged in before. */
  readonly browserToken: string | undefined
}

interface LoggedIn {
  /** Of the session, which is the desk. */
  readonly id: string
  /** For the browser to show next time. */
  readonly browserToken: string
}

export class DeskAccess {
  readonly #password: Redacted.Redacted | null
  readonly #browsers: KnownBrowsers | null
  readonly #newId: () => string
  /** When each ends. */
  readonly #sessions = new Map<string, number>()
  #wrong: ReadonlyArray<WrongPassword> = []

  constructor(
    {
      password,
      browserSecret,
    }: { readonly password: Redacted.Redacted | null; readonly browserSecret: Redacted.Redacted },
    newId: () => string,
  ) {
    this.#password = password
    this.#browsers = password === null ? null : new KnownBrowsers(browserSecret, password)
    this.#newId = newId
  }

  get hasPassword(): boolean {
    return this.#password !== null
  }

  /** The desk of this browser; null where it has to log in first. `isNew`: its cookie has yet to be set. */
  deskOf(
    cookie: string | undefined,
    now: number,
  ): { readonly id: string; readonly isNew: boolean } | null {
    const isValid =
      isDeskId(cookie) && (!this.hasPassword || (this.#sessions.get(cookie) ?? 0) > now)
    if (isValid) return { id: cookie, isNew: false }
    return this.hasPassword ? null : { id: this.#newId(), isNew: true }
  }

  logIn({ typed, address, browserToken }: DeskLogIn, now: number): LoggedIn | "wrong" | "tooOften" {
    if (this.#password === null || this.#browsers === null) return "wrong"
    const browser = this.#browsers.browserOf(browserToken, now)
    this.#wrong = this.#wrong.filter(({ at }) => at > now - WINDOW_MS)
    if (this.#isTooOften(browser, address)) return "tooOften"
    if (!timingSafeEqual(digest(Redacted.value(this.#password)), digest(typed))) {
      this.#wrong = [...this.#wrong, { browser, address, at: now }]
      return "wrong"
    }
    this.#dropSessions(now)
    const id = this.#newId()
    this.#sessions.set(id, now + SESSION_MS)
    return { id, browserToken: this.#browsers.tokenFor(browser ?? this.#newId(), now) }
  }

  logOut(cookie: string | undefined): void {
    if (cookie !== undefined) this.#sessions.delete(cookie)
  }

  #isTooOften(browser: string | null, address: string): boolean {
    if (browser !== null) {
      return this.#wrong.filter((one) => one.browser === browser).length >= MAX_WRONG_OF_BROWSER
    }
    const ofStrangers = this.#wrong.filter((one) => one.browser === null)
    const ofAddress = ofStrangers.filter((one) => one.address === address)
    return ofAddress.length >= MAX_WRONG_OF_ADDRESS || ofStrangers.length >= MAX_WRONG_OF_STRANGERS
  }

  /** Those that are over, and the oldest where there are too many. */
  #dropSessions(now: number): void {
    for (const [id, until] of this.#sessions) {
      if (until <= now || this.#sessions.size >= MAX_SESSIONS) this.#sessions.delete(id)
    }
  }
}
