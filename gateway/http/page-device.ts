/**
 * Phone or not, by the user agent: a tablet is no phone. Pure. Layout goes by width; this is for payments
 * and dial-in only.
 */
import type { Device } from "@foldcast/contracts/units"

const MAX_USER_AGENT = 1_000

export const deviceOf = (userAgent: string | undefined): Device => {
  const text = (userAgent ?? "").slice(0, MAX_USER_AGENT)
  // Android tablets leave the word Mobile out; phones of every make carry it.
  return /\biPhone\b|\biPod\b|\bMobile\b/u.test(text) && !/\biPad\b|\bTablet\b/u.test(text)
    ? "mobile"
    : "desktop"
}
