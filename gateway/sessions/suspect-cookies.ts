/**
 * Sessions whose cookie changed because the value before may be somebody else's too, as with a password
 * that is changed. While that one retires it attaches to nothing: whoever made the change has the next.
 *
 * Callers: commands/change-password.ts, stream/stream-admission.ts. In memory: a gateway that dies forgets it
 * within the minute that it would have lasted. Time is an argument.
 */
import { Context, Layer } from "effect"
import type { OwnerId } from "../log/event-log.ts"
import { RETIRING_MS } from "./session-store.ts"

export class SuspectCookieTable {
  /** In the order in which they end. */
  readonly #until = new Map<OwnerId, number>()

  add(owner: OwnerId, now: number): void {
    this.#forget(now)
    this.#until.delete(owner)
    this.#until.set(owner, now + RETIRING_MS)
  }

  has(owner: OwnerId, now: number): boolean {
    return (this.#until.get(owner) ?? 0) > now
  }

  get size(): number {
    return this.#until.size
  }

  #forget(now: number): void {
    for (const [owner, until] of this.#until) {
      if (until > now) return
      this.#until.delete(owner)
    }
  }
}

export class SuspectCookies extends Context.Service<SuspectCookies, SuspectCookieTable>()(
  "gateway/SuspectCookies",
) {
  static readonly layer = Layer.sync(SuspectCookies, () => new SuspectCookieTable())
}
