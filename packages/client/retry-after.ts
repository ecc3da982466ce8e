/** How long an answer asks to wait (RFC 9110, section 10.2.3, in seconds). */

/** Milliseconds; 0 where it says nothing, or nothing that is understood. */
export const retryAfterMs = (told: string | null): number => {
  const seconds = Number(told ?? "0")
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0
}
