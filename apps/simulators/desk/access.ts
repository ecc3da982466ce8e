/**
 * Who may sit at the desk: private lines are read there. Without a password (in development, on this machine)
 * any browser on it may; with one, whoever has logged in. What is posted comes from the desk's own pages.
 *
 * Caller: routes.ts. Time and chance are arguments.
 */
import { createHash, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"

const digest = (text: string) => createHash("sha256").update(text).digest()

const SESSION_MS = 12 * 3_600_000
const WITHIN_MS = 15 * 60_000
/** Wrong passwords of one address, and of all. */
const OF_ADDRESS = 10
const OF_ALL = 100
const MOST_SESSIONS = 1_000

export const isDeskId = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{32}$/u.test(text)

/** Whether the browser says that a page of this very host posts. */
export const isFromHere = (origin: string | undefined, host: string | undefined): boolean =>
  origin !== undefined && host !== undefined && URL.parse(origin)?.host === host

export class DeskAccess {
  readonly #password: Redacted.Redacted | null
  readonly #newId: () => string
  readonly #sessions = new Map<string, number>()
  #wrong: ReadonlyArray<{ readonly address: string; readonly at: number }> = []

  constructor(password: Redacted.Redacted | null, newId: () => string) {
    this.#password = password
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

  logIn(
    typed: string,
    address: string,
    now: number,
  ): { readonly id: string } | "wrong" | "tooOften" {
    if (this.#password === null) return "wrong"
    this.#wrong = this.#wrong.filter(({ at }) => at > now - WITHIN_MS)
    const own = this.#wrong.filter((one) => one.address === address)
    if (own.length >= OF_ADDRESS || this.#wrong.length >= OF_ALL) return "tooOften"
    if (!timingSafeEqual(digest(Redacted.value(this.#password)), digest(typed))) {
      this.#wrong = [...this.#wrong, { address, at: now }]
      return "wrong"
    }
    for (const [id, until] of this.#sessions) {
      if (until <= now || this.#sessions.size >= MOST_SESSIONS) this.#sessions.delete(id)
    }
    const id = this.#newId()
    this.#sessions.set(id, now + SESSION_MS)
    return { id }
  }

  logOut(cookie: string | undefined): void {
    if (cookie !== undefined) this.#sessions.delete(cookie)
  }
}
