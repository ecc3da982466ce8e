/**
 * Cookies whose session a command is ending, kept until the next cookie has had time to reach the browser. Holds
 * state, has no I/O; time is an argument, in monotonic milliseconds.
 */
import { type CookieValue, RETIRING_MS } from "../sessions/session-store.ts"

export class ChangingCookies {
  /** Expiry per cookie, in the order of expiry. */
  readonly #until = new Map<CookieValue, number>()

  add(cookie: CookieValue | undefined, now: number): void {
    for (const [ended, until] of this.#until) {
      if (until > now) break
      this.#until.delete(ended)
    }
    if (cookie === undefined) return
    this.#until.delete(cookie)
    this.#until.set(cookie, now + RETIRING_MS)
  }

  has(cookie: CookieValue | undefined, now: number): boolean {
    const until = cookie === undefined ? undefined : this.#until.get(cookie)
    return until !== undefined && until > now
  }
}
