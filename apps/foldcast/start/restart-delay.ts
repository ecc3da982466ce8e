/** The back-off before a crashed process is restarted. Pure. */
const FIRST_MS = 250
const LONGEST_MS = 10_000
/** A process that ran this long is healthy: its next crash counts as its first. */
export const HEALTHY_AFTER_MS = 60_000

/** `crashes` in a row, this one included: 1, 2, 3 … */
export const restartDelay = (crashes: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(crashes - 1, 16))

export const crashesInARow = (before: number, ranForMs: number): number =>
  ranForMs >= HEALTHY_AFTER_MS ? 1 : before + 1
