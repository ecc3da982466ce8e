/**
 * Limits how many refused tokens an address may send, since each costs the chat service a request. Trusted addresses, of
 * the gateway or a proxy, are not counted: one visitor behind them could lock out all others.
 */
import { rateKeyOf, unmapped } from "@foldcast/limits/rate-key"
import { type Rate, RateWindows } from "@foldcast/limits/rate-windows"

export class RefusedTokenLimit {
  readonly #windows: RateWindows
  readonly #trusted: ReadonlySet<string>

  constructor(rate: Rate, trusted: Iterable<string>) {
    this.#windows = new RateWindows(rate)
    this.#trusted = new Set(trusted)
  }

  /** Seconds until this address may try again; 0 where it may now. */
  waitSeconds(address: string, now: number): number {
    const verdict = this.#windows.check(rateKeyOf(unmapped(address)), now)
    return verdict.allowed ? 0 : verdict.retryAfterSeconds
  }

  /** Counts a try before it is authorised, so that many at once count too. False where the address has to wait. */
  take(address: string, now: number): boolean {
    const peer = unmapped(address)
    return this.#trusted.has(peer) || this.#windows.take(rateKeyOf(peer), now).allowed
  }

  /** The token was not refused: the try does not count. */
  release(address: string): void {
    const peer = unmapped(address)
    if (!this.#trusted.has(peer)) this.#windows.giveBack(rateKeyOf(peer))
  }
}
