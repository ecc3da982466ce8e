/**
 * Whoever shows tokens that are refused has to wait: each costs the chat service a question. Addresses that speak
 * for many, the gateway's and a proxy's, are not counted, or one visitor could shut all out.
 */
import { rateKeyOf, unmapped } from "@foldcast/limits/rate-key"
import { type Rate, RateWindows } from "@foldcast/limits/rate-windows"

export class Refusals {
  readonly #windows: RateWindows
  readonly #trusted: ReadonlySet<string>

  constructor(rate: Rate, trusted: Iterable<string>) {
    this.#windows = new RateWindows(rate)
    this.#trusted = new Set(trusted)
  }

  /** Seconds until this address may ask again; 0 where it may. */
  waitSeconds(address: string, now: number): number {
    const verdict = this.#windows.check(rateKeyOf(unmapped(address)), now)
    return verdict.allowed ? 0 : verdict.retryAfterSeconds
  }

  /** Before the question: many at once are no way around. False where this address has to wait. */
  take(address: string, now: number): boolean {
    const peer = unmapped(address)
    return this.#trusted.has(peer) || this.#windows.take(rateKeyOf(peer), now).allowed
  }

  /** It was not refused. */
  giveBack(address: string): void {
    const peer = unmapped(address)
    if (!this.#trusted.has(peer)) this.#windows.giveBack(rateKeyOf(peer))
  }
}
