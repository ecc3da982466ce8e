/**
 * How often somebody may do something: per address and per owner (settings.ts, RATE_…). Counts within
 * windows that begin with the first hit, in memory, bounded; time is an argument, so a test or a simulation
 * says when it is.
 *
 * Callers: stream/, commands/, http handlers. Invariant: within one window at most `count` are allowed to begin.
 * What only counts when it fails (log-ins) is taken before it runs and given back when it succeeded, so
 * that many at once are no way around.
 */
import { Context, Effect, Layer } from "effect"
import { GatewayConfig, type RateName } from "../config.ts"
import type { Rate } from "@foldcast/settings/readers"

export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** Keys counted at once for one rate; beyond it the longest counted goes first. */
export const MAX_RATE_KEYS = 50_000

const ALLOWED: RateVerdict = { allowed: true }

interface Window {
  readonly since: number
  count: number
}

/** One rate over many keys. */
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

export class RateLimitTable {
  readonly #rates: Readonly<Record<RateName, RateWindows>>

  constructor(rates: Readonly<Record<RateName, Rate>>) {
    this.#rates = Object.fromEntries(
      Object.entries(rates).map(([name, rate]) => [name, new RateWindows(rate)]),
    ) as Record<RateName, RateWindows>
  }

  /**
   * Counts under every key, or refuses and counts under none. What costs as much as several counts as
   * often; it is only refused where nothing at all would be allowed.
   */
  take(keys: Partial<Readonly<Record<RateName, string>>>, now: number, times = 1): RateVerdict {
    const counted = Object.entries(keys).map(([name, key]) => ({
      windows: this.#rates[name as RateName],
      key,
    }))
    for (const { windows, key } of counted) {
      const verdict = windows.check(key, now)
      if (!verdict.allowed) return verdict
    }
    for (const { windows, key } of counted) windows.take(key, now, times)
    return ALLOWED
  }

  /** It succeeded, and only failures count. */
  giveBack(keys: Partial<Readonly<Record<RateName, string>>>): void {
    for (const [name, key] of Object.entries(keys)) this.#rates[name as RateName].giveBack(key)
  }
}

export class RateLimits extends Context.Service<RateLimits, RateLimitTable>()(
  "gateway/RateLimits",
) {
  static readonly layer = Layer.effect(
    RateLimits,
    Effect.map(GatewayConfig, ({ limits }) => new RateLimitTable(limits.rates)),
  )
}
