/**
 * Rate limits per address and per owner (settings.ts, RATE_…). Fixed windows that begin with the first hit, in
 * memory, bounded; time is an argument, for tests and simulations.
 *
 * Invariant: within one window at most `count` are allowed to begin. What counts only on failure (log-ins) is taken
 * before it runs and given back on success, so that parallel attempts cannot get around the limit.
 */
import { Context, Effect, Layer } from "effect"
import { ALLOWED, type Rate, type RateVerdict, RateWindows } from "@foldcast/limits/rate-windows"
import { GatewayConfig, type RateName } from "../config.ts"

export class RateLimitTable {
  readonly #rates: Readonly<Record<RateName, RateWindows>>

  constructor(rates: Readonly<Record<RateName, Rate>>) {
    this.#rates = Object.fromEntries(
      Object.entries(rates).map(([name, rate]) => [name, new RateWindows(rate)]),
    ) as Record<RateName, RateWindows>
  }

  /**
   * Counts under every key, or refuses and counts under none. A request of several `times` is refused only where
   * not even one would be allowed.
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

  /** Gives back a hit of an action that succeeded, where only failures count. */
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
