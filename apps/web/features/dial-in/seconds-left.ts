/**
 * How many seconds a number is good for. The clocks of page and gateway agree to tenths of a second, so that it is
 * rounded: a whole minute begins as one, and neither as a second more nor as one less. Pure.
 */
export const secondsLeft = (expiresAt: number, now: number): number =>
  Math.max(0, Math.round((expiresAt - now) / 1_000))
