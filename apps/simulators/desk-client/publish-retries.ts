/** When a publication that was lost is tried again: ever more slowly, for as long as it takes. Pure. */

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** A connection that held for so long was a success: the next loss begins with the shortest delay. */
const STEADY_MS = 10_000

export class PublishRetries {
  #attempts = 0
  #connectedAtMs = Infinity

  connected(nowMs: number): void {
    this.#connectedAtMs = Math.min(this.#connectedAtMs, nowMs)
  }

  /** Milliseconds until the next attempt. `random` from 0 to 1 spreads the desks of an engine that comes back. */
  lost(nowMs: number, random: number): number {
    if (nowMs - this.#connectedAtMs >= STEADY_MS) this.#attempts = 0
    this.#connectedAtMs = Infinity
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** this.#attempts, MAX_DELAY_MS)
    this.#attempts += 1
    return delayMs * (0.75 + random / 2)
  }
}
