/** How long an answer asks the client to wait (RFC 9110, section 10.2.3, in seconds). */

/** Milliseconds; 0 when the header is absent or not a number of seconds. */
export const retryAfterMs = (told: string | null): number => {
  const seconds = Number(told ?? "0")
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0
}
