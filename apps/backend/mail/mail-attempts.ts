/** When a mail that failed is tried again, and when it is given up. Pure. */

/** Tries of one mail: about eight hours with the pauses between them. */
export const MAX_ATTEMPTS = 15

const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 3_600_000

/** The pause after the `attempts`th failure: 2 s, 4 s, 8 s … an hour. */
export const mailRetryPause = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS)

/** Whether another try makes sense at `dueAt`. */
export const isWorthAnother = (attempts: number, dueAt: number, expiresAt: number): boolean =>
  attempts < MAX_ATTEMPTS && dueAt < expiresAt
