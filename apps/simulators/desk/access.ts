/**
 * Who may sit at the desk: private lines are read there. Without a password (in development, on this machine)
 * any browser on it may; with one, whoever has logged in. What is posted comes from the desk's own pages. Wrong
 * passwords count by their address and in all; those of a browser that is known here count by that browser alone, so
 * that whoever fills the other counts keeps the performer out of nothing.
 *
 * Time and chance are arguments.
 */
import { createHash, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"
import { KnownBrowsers } from "./known-browsers.ts"

const digest = (text: string) => createHash("sha256").update(text).digest()

const SESSION_MS = 12 * 3_600_000
const WITHIN_MS = 15 * 60_000
/** Wrong passwords of one browser that is known, of one address, and of all that are not known. */
const OF_BROWSER = 10
const OF_ADDRESS = 10
const OF_ALL = 100
const MOST_SESSIONS = 1_000

export const isDeskId = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{32}$/u.test(text)

/** Whether the browser says that a page of this very host posts. */
export const isSameOrigin = (origin: string | undefined, host: string | undefined): boolean =>
  origin !== undefined && host !== undefined && URL.parse(origin)?.host === host

interface Wrong {
  /** Null where it is not known. */
  readonly browser: string | null
  readonly address: string
  readonly at: number
}

export interface DeskLogIn {
  readonly typed: string
  readonly address: string
  /** What the browser shows of having been here before. */
  readonly browserToken: string | undefined
}

export class DeskAccess {
  readonly #password: Redacted.Redacted | null
  readonly #browsers: KnownBrowsers | null
  readonly #newId: () => string
  readonly #sessions = new Map<string, number>()
  #wrong: ReadonlyArray<Wrong> = []

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

  /** The desk that this browser is; null where it has to log in first. `isNew`: it has yet to keep its word. */
  deskOf(
    cookie: string | undefined,
    now: number,
  ): { readonly id: string; readonly isNew: boolean } | null {
    const isGood =
      isDeskId(cookie) && (!this.hasPassword || (this.#sessions.get(cookie) ?? 0) > now)
    if (isGood) return { id: cookie, isNew: false }
    return this.hasPassword ? null : { id: this.#newId(), isNew: true }
  }

  /** `word`: what the browser is to show next time. */
  logIn(
    { typed, address, browserToken: word }: DeskLogIn,
    now: number,
  ): { readonly id: string; readonly word: string } | "wrong" | "tooOften" {
    if (this.#password === null || this.#browsers === null) return "wrong"
    const browser = this.#browsers.idOf(word, now)
    this.#wrong = this.#wrong.filter(({ at }) => at > now - WITHIN_MS)
    if (this.#isTooOften(browser, address)) return "tooOften"
    if (!timingSafeEqual(digest(Redacted.value(this.#password)), digest(typed))) {
      this.#wrong = [...this.#wrong, { browser, address, at: now }]
      return "wrong"
    }
    for (const [id, until] of this.#sessions) {
      if (until <= now || this.#sessions.size >= MOST_SESSIONS) this.#sessions.delete(id)
    }
    const id = this.#newId()
    this.#sessions.set(id, now + SESSION_MS)
    return { id, word: this.#browsers.tokenFor(browser ?? this.#newId(), now) }
  }

  #isTooOften(browser: string | null, address: string): boolean {
    if (browser !== null) {
      return this.#wrong.filter((one) => one.browser === browser).length >= OF_BROWSER
    }
    const strangers = this.#wrong.filter((one) => one.browser === null)
    const own = strangers.filter((one) => one.address === address)
    return own.length >= OF_ADDRESS || strangers.length >= OF_ALL
  }

  logOut(cookie: string | undefined): void {
    if (cookie !== undefined) this.#sessions.delete(cookie)
  }
}
