/**
 * Limits how often a failing part of the page is rebuilt within a time window, as a supervisor limits restarts.
 * Beyond the limit an error is shown instead. Pure.
 */

/** The time window. Milliseconds. */
const WHILE_MS = 30_000
const MOST = 3

/** The times of the restarts that still count. */
export type Restarts = ReadonlyArray<number>

export const NO_RESTARTS: Restarts = []

/** With one more restart; null: the limit is reached. Monotonic milliseconds. */
export const restartAt = (before: Restarts, now: number): Restarts | null => {
  const recent = before.filter((at) => now - at < WHILE_MS)
  return recent.length >= MOST ? null : [...recent, now]
}
