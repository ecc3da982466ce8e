/**
 * A rate limit over many keys, in memory: each key's window begins with its first hit. The number of keys is
 * bounded; time is an argument. Invariant: within one window at most `count` hits are allowed. Pure.
 */
/** At most `count` times in `withinMs`. */
export interface Rate {
  readonly count: number
  readonly withinMs: number
}

export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** The maximum of keys for one rate; beyond it the oldest window is dropped first. */
export const MAX_RATE_KEYS = 50_000

export const ALLOWED: RateVerdict = { allowed: true }

interface Window {
  readonly since: number
  count: number
}

/** One rate limit over many keys. */
export class RateWindows {
  readonly #rate: Rate
  /** In the order in which the windows began. */
  readonly #windows = new Map<string, Window>()

  constructor(rate: Rate) {
    this.#rate = rate
  }

  get size(): number {
    return this.#windows.size
  }

  /** The verdict, without counting. */
  check(key: string, now: number): RateVerdict {
    const window = this.#live(key, now)
    if (window === undefined || window.count < this.#rate.count) return ALLOWED
    const ms = window.since + this.#rate.withinMs - now
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(ms / 1_000)) }
  }

  take(key: string, now: number, times = 1): RateVerdict {
    const verdict = this.check(key, now)
    if (verdict.allowed) this.#open(key, now).count += times
    return verdict
  }

  giveBack(key: string): void {
    const window = this.#windows.get(key)
    if (window !== undefined && window.count > 0) window.count -= 1
  }

  #live(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key)
    return window !== undefined && window.since + this.#rate.withinMs > now ? window : undefined
  }

  #open(key: string, now: number): Window {
    const live = this.#live(key, now)
    if (live !== undefined) return live
    this.#windows.delete(key)
    this.#makeRoom(now)
    const window = { since: now, count: 0 }
    this.#windows.set(key, window)
    return window
  }

  #makeRoom(now: number): void {
    for (const [key, { since }] of this.#windows) {
      if (since + this.#rate.withinMs > now && this.#windows.size < MAX_RATE_KEYS) return
      this.#windows.delete(key)
    }
  }
}
