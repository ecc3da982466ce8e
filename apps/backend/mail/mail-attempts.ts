/**
 * When a mail that was not sent is tried again, and when it is given up. Pure; caller: mail-sender.ts.
 */

/** Tries of one mail; with the pauses between them about eight hours. */
export const MAX_ATTEMPTS = 15

const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 3_600_000

/** After the `attempts`th try failed: 2 s, 4 s, 8 s … an hour. */
export const mailRetryPause = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS)

/** Whether another try makes sense at `dueAt`. */
export const isWorthAnother = (attempts: number, dueAt: number, expiresAt: number): boolean =>
  attempts < MAX_ATTEMPTS && dueAt < expiresAt
