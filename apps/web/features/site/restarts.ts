/**
 * How often a part of the page that fails is built anew: some times within a while, as supervisors restart what they
 * watch. A part that fails on and on is told instead, and never tried without end. Pure.
 */

/** Within so long. Milliseconds. */
const WHILE_MS = 30_000
const MOST = 3

/** The moments of the restarts that count at this one. */
export type Restarts = ReadonlyArray<number>

export const NO_RESTARTS: Restarts = []

/** With one more; null: it has been enough. Milliseconds that only go forward. */
export const restartAt = (before: Restarts, now: number): Restarts | null => {
  const recent = before.filter((at) => now - at < WHILE_MS)
  return recent.length >= MOST ? null : [...recent, now]
}
