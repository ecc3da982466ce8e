/**
 * An allowance that comes back steadily: so much at once, and one for each `refillMs` in which none of it is used. Who
 * used it up has none before all of it is back. Amounts are milliseconds; times are arguments.
 *
 * Invariants: wherever a span begins, what is used in it is at most the size, what came back in it, and the amounts that
 * used it up, of which the part beyond the size is let go; so nobody waits longer than for one size, also where an amount
 * is far too large because the service itself stood still. A window of fixed length would let pass twice the size in a
 * row, across its edge.
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

  /** What is used still; `amount` of the time since the last use was use. */
  #usedAt(now: number, amount = 0): number {
    const unused = Math.max(0, now - this.#usedTo - amount)
    return Math.max(0, this.#used - unused / this.#allowance.refillMs)
  }

  /** Whether all of it is there. */
  isOver(now: number): boolean {
    return this.#usedAt(now) === 0
  }

  /** 0 where there is some left; else the milliseconds until all of it is back. */
  waitFor(now: number): number {
    return this.#isUsedUp ? Math.ceil(this.#usedAt(now) * this.#allowance.refillMs) : 0
  }

  /** What was used until now. 0: counted; else the milliseconds until it may be tried again, and nothing is counted. */
  take(now: number, amount: number): number {
    const wait = this.waitFor(now)
    if (wait > 0) return wait
    this.#used = Math.min(this.#allowance.size, this.#usedAt(now, amount) + amount)
    this.#usedTo = Math.max(now, this.#usedTo)
    this.#isUsedUp = this.#used === this.#allowance.size
    return 0
  }
}
