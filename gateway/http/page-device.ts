/**
 * Phone or not, by the user agent; a tablet is not a phone. Pure. Only payments and dial-in depend on it; layout
 * depends on the width.
 */
import type { Device } from "@foldcast/contracts/units"

const MAX_USER_AGENT = 1_000

export const deviceOf = (userAgent: string | undefined): Device => {
  const text = (userAgent ?? "").slice(0, MAX_USER_AGENT)
  // Android tablets omit the word Mobile; all phones have it.
  return /\biPhone\b|\biPod\b|\bMobile\b/u.test(text) && !/\biPad\b|\bTablet\b/u.test(text)
    ? "mobile"
    : "desktop"
}
