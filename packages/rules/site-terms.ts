/**
 * Figures that the terms, the privacy statement and the help tell visitors. Each is what a process does by default:
 * `test/pages/site-terms.test.ts` compares them with the settings. An operator who sets another figure tells another
 * truth and changes it here as well.
 */
export const SITE_TERMS = {
  /** `RETENTION_DAYS`. */
  visitDays: 30,
  /** How long a log-in lasts without use. */
  idleSessionDays: 30,
  /** `SESSION_DAYS`. */
  sessionDays: 90,
  /** `GUEST_FREE_MINUTES`, a day and browser. */
  guestMinutes: 10,
  /** `CHAT_INTERVAL_SECONDS`: paid ahead, and returned where it was not seen. */
  prepaidSeconds: 10,
  /** `VIP_JOIN_SECONDS`. */
  vipJoinSeconds: 15,
} as const
