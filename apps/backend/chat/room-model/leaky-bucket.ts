/**
 * A leaky bucket: an allowance of `size` that refills by one for each `refillMs` without use. A user who has used it
 * up waits until all of it is back. Amounts are milliseconds; times are arguments.
 *
 * Invariants: in any span, use is at most the size, plus what was refilled, plus the last amount's part beyond the
 * size, which is waived; so nobody waits longer than for one size, even if the service itself stood still. A fixed
 * window would allow twice the size across its edge.
 */
export interface Allowance {
  readonly size: number
  /** Milliseconds without use that bring back one. */
  readonly refillMs: number
}

export class LeakyBucket {
  readonly #allowance: Allowance
  #used = 0
  #usedTo = Number.NEGATIVE_INFINITY
  #isUsedUp = false

  constructor(allowance: Allowance) {
    this.#allowance = allowance
  }

  /** The amount in use; `amount` of the time since the last use was use. */
  #usedAt(now: number, amount = 0): number {
    const unused = Math.max(0, now - this.#usedTo - amount)
    return Math.max(0, this.#used - unused / this.#allowance.refillMs)
  }

  /** Whether it is full. */
  isOver(now: number): boolean {
    return this.#usedAt(now) === 0
  }

  /** 0: there is some left; else milliseconds until all of it is back. */
  waitFor(now: number): number {
    return this.#isUsedUp ? Math.ceil(this.#usedAt(now) * this.#allowance.refillMs) : 0
  }

  /** Uses `amount`, up to now. 0: counted; else milliseconds until the next try, and nothing is counted. */
  take(now: number, amount: number): number {
    const wait = this.waitFor(now)
    if (wait > 0) return wait
    this.#used = Math.min(this.#allowance.size, this.#usedAt(now, amount) + amount)
    this.#usedTo = Math.max(now, this.#usedTo)
    this.#isUsedUp = this.#used === this.#allowance.size
    return 0
  }
}
